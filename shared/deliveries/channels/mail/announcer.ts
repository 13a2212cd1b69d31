import type { SubmissionChange } from '../../../changes/change.ts';
import { byEndpoint } from '../../../changes/eachEndpoint.ts';
import { loggedId } from '../../../contract/ids.ts';
import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { isUnreadable } from '../../../storage/failures.ts';
import { ANY_RECIPIENT, type NotificationId, type NotificationRecords } from '../../../storage/notificationRecords.ts';
import { parseSubmission, type StoredSubmission } from '../../../storage/submissions.ts';
import type { Delivery } from './deliverer.ts';
import type { Digests } from './digests.ts';
import type { Dispatcher, EndpointDeliveries, Invocation } from './dispatcher.ts';
import type { MailBudget } from './mailBudget.ts';
import { composeMessage } from './message.ts';
import type { NotificationMetrics } from './metrics.ts';
import type { QueuedNotification } from './notificationQueue.ts';
import { recipientsOf } from './recipients.ts';

export interface AnnouncerDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  records: NotificationRecords;
  dispatcher: Dispatcher;
  budget: MailBudget;
  digests: Digests;
  metrics: NotificationMetrics;
}

/** A submission that is to be announced. */
export interface Arrival {
  endpointId: string;
  submission: StoredSubmission;
  /** Milliseconds since 1970 by which it was surely stored. */
  storedBefore: number;
}

/** What becomes of the submissions of one endpoint: mails now, or a decision later. */
interface Plan extends Partial<EndpointDeliveries> {
  undecided: QueuedNotification[];
}

/** Announces submissions, each to every address of its endpoint, by itself or in a digest. */
export class Announcer {
  readonly #dependencies: AnnouncerDependencies;

  constructor(dependencies: AnnouncerDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns the changes to retry, because neither SES nor the queue could be reached */
  async announceChanges(changes: readonly SubmissionChange[], invocation: Invocation): Promise<SubmissionChange[]> {
    const read = await Promise.all(changes.map((change) => this.#read(change)));
    const arrivals = read.filter((each) => typeof each === 'object' && !each.submission.isHeld) as Arrival[];
    const notQueued = new Set((await this.announce(arrivals, invocation)).map(({ about }) => about));
    return changes.filter((_, i) => {
      const each = read[i];
      return typeof each === 'object' ? notQueued.has(each.submission.id) : each === 'retry';
    });
  }

  /**
   * @param earlier the queue's message that this continues
   * @returns the messages that could not be handed to the queue
   */
  async announce(
    arrivals: Arrival[],
    invocation: Invocation,
    earlier?: QueuedNotification,
  ): Promise<QueuedNotification[]> {
    const plans = await Promise.all([...byEndpoint(arrivals)].map(([id, some]) => this.#plan(id, some, earlier)));
    const withDeliveries = plans.flatMap(({ endpoint, deliveries = [] }) =>
      endpoint ? [{ endpoint, deliveries }] : [],
    );
    const { dispatcher } = this.#dependencies;
    const left = await dispatcher.dispatch(withDeliveries, invocation, earlier);
    return dispatcher.enqueue([...left, ...plans.flatMap(({ undecided }) => undecided)]);
  }

  /** Puts a submission that cannot be read on the list of what failed. @throws when that fails */
  async recordUnreadable(id: Pick<NotificationId, 'about' | 'endpointId'>, error: unknown): Promise<void> {
    log('error', 'a submission could not be read for its notification', loggedIds(id), error);
    await this.#dependencies.records.recordFailure({ ...id, recipient: ANY_RECIPIENT }, `unreadable: ${nameOf(error)}`);
    this.#dependencies.metrics.count('failed', id.endpointId);
  }

  async #read({ endpointId, submissionId, after, at }: SubmissionChange): Promise<Arrival | 'recorded' | 'retry'> {
    try {
      // The time of a change is in whole seconds.
      return { endpointId, submission: parseSubmission(after), storedBefore: at + 1_000 };
    } catch (error) {
      return (await this.#recordedUnreadable({ about: submissionId, endpointId }, error)) ? 'recorded' : 'retry';
    }
  }

  /** What cannot be decided now, because the table or the queue cannot be reached, is decided from the queue. */
  async #plan(endpointId: string, arrivals: Arrival[], earlier: QueuedNotification | undefined): Promise<Plan> {
    let endpoint: StoredEndpoint | undefined;
    try {
      endpoint = await this.#dependencies.endpoints.find(endpointId);
      if (!endpoint?.emailNotifications || endpoint.targetEmails.length === 0) return { undecided: [] };
      const single = await this.#announcedOneByOne(endpoint, arrivals);
      return { endpoint, deliveries: deliveriesOf(endpoint, single), undecided: [] };
    } catch (error) {
      return { undecided: await this.#decideLater(endpoint, arrivals, error, earlier) };
    }
  }

  async #announcedOneByOne(endpoint: StoredEndpoint, arrivals: Arrival[]): Promise<StoredSubmission[]> {
    const { budget, digests, metrics } = this.#dependencies;
    const within = await budget.withinBudget(
      endpoint,
      arrivals.map(({ submission }) => submission.id),
    );
    const over = arrivals.filter(({ submission }) => !within.has(submission.id));
    const toCover = over.map(({ submission, storedBefore }) => ({ id: submission.id, storedBefore }));
    const tooLate = over.length === 0 ? [] : await digests.cover(endpoint, toCover);
    metrics.count('overBudget', endpoint.id, over.length - tooLate.length);
    return arrivals.map(({ submission }) => submission).filter(({ id }) => within.has(id) || tooLate.includes(id));
  }

  async #decideLater(
    endpoint: StoredEndpoint | undefined,
    arrivals: Arrival[],
    error: unknown,
    earlier: QueuedNotification | undefined,
  ): Promise<QueuedNotification[]> {
    const later = async ({ submission: { id, endpointId }, storedBefore }: Arrival) => {
      const isRecorded = isUnreadable(error) && (await this.#recordedUnreadable({ about: id, endpointId }, error));
      if (isRecorded) return [];
      log('warn', 'a notification is decided on later', { about: id, endpointId }, error);
      const notification = { about: id, endpointId, recipient: ANY_RECIPIENT };
      const message = this.#dependencies.dispatcher.retryMessage(notification, endpoint, earlier, {
        reason: nameOf(error),
      });
      return [{ ...message, storedBefore }];
    };
    return (await Promise.all(arrivals.map(later))).flat();
  }

  async #recordedUnreadable(id: Pick<NotificationId, 'about' | 'endpointId'>, error: unknown): Promise<boolean> {
    try {
      await this.recordUnreadable(id, error);
      return true;
    } catch (failure) {
      log('warn', 'a failed notification could not be recorded yet', loggedIds(id), failure);
      return false;
    }
  }
}

/** What is to be sent for submissions of an endpoint. */
export const deliveriesOf = (endpoint: StoredEndpoint, submissions: StoredSubmission[]): Delivery[] =>
  submissions.flatMap((submission) =>
    recipientsOf(endpoint).map((recipient) => ({
      about: submission.id,
      endpointId: endpoint.id,
      recipient,
      compose: (siteUrl) => composeMessage(endpoint, submission, siteUrl),
    })),
  );

const loggedIds = ({ about, endpointId }: Pick<NotificationId, 'about' | 'endpointId'>) => ({
  about: loggedId('submission', about),
  endpointId: loggedId('endpoint', endpointId),
});

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
