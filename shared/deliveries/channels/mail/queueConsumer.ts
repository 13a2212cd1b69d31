import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { isUnreadable } from '../../../storage/failures.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import { ANY_RECIPIENT, type NotificationRecords } from '../../../storage/notificationRecords.ts';
import type { StoredSubmission } from '../../../storage/submissions.ts';
import { type Announcer, type Arrival, deliveriesOf } from './announcer.ts';
import type { Delivery } from './deliverer.ts';
import { type Digest, parseDigestId } from './digestId.ts';
import type { DigestMessages } from './digestMessages.ts';
import type { Digests } from './digests.ts';
import type { Dispatcher, Invocation } from './dispatcher.ts';
import type { NotificationMetrics } from './metrics.ts';
import type { QueuedNotification } from './notificationQueue.ts';
import { parseSwitchOffId } from './switchOffId.ts';
import type { SwitchOffMessages } from './switchOffMessages.ts';
import { GIVE_UP_AFTER_MS } from './timing.ts';

export interface QueueConsumerDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<StoredSubmission | undefined> };
  records: NotificationRecords;
  announcer: Announcer;
  digests: Digests;
  digestMessages: DigestMessages;
  switchOffMessages: SwitchOffMessages;
  dispatcher: Dispatcher;
  metrics: NotificationMetrics;
  now?: () => number;
}

/** A message that comes so little before it is due is due. */
const EARLY_MS = 1_000;

/** Sends what the queue brings. What fails again goes back into the queue, with a longer wait. */
export class QueueConsumer {
  readonly #dependencies: QueueConsumerDependencies;
  readonly #now: () => number;

  constructor(dependencies: QueueConsumerDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Sees to a message: afterwards it is done, or another one stands in its place.
   * @returns the age of what it is about in milliseconds if it is still to be sent, otherwise 0
   * @throws when neither could be brought about: the message is to come again
   */
  async consume(message: QueuedNotification, invocation: Invocation): Promise<number> {
    if (message.dueAt > this.#now() + EARLY_MS) {
      await this.#enqueue([message]);
      return 0;
    }
    const { endpoints, dispatcher } = this.#dependencies;
    let endpoint: StoredEndpoint | undefined;
    let left: QueuedNotification[];
    try {
      endpoint = await endpoints.find(message.endpointId);
      left = endpoint ? await this.#send(endpoint, message, invocation) : [];
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      log('warn', 'a queued notification is to be tried again', { about: message.about, reason }, error);
      left = [
        dispatcher.retryMessage(message, endpoint, message, { reason, ...(message.sent && { sent: message.sent }) }),
      ];
      // Nothing tells the workspace of an endpoint that could not be read.
      if (!endpoint) left = left.map((each) => ({ ...each, group: message.group }));
    }
    await this.#enqueue(left);
    return left.some(({ attempts }) => attempts > 0) ? Math.max(0, this.#now() - beginningOf(message)) : 0;
  }

  async #send(endpoint: StoredEndpoint, message: QueuedNotification, invocation: Invocation) {
    const { about, recipient, firstAt, reason = 'unknown', sent } = message;
    if (sent) {
      await this.#dependencies.records.markSent({ ...message, attempt: sent.attempt }, sent.messageId);
      return [];
    }
    const { digests, switchOffMessages } = this.#dependencies;
    const isSwitchOff = parseSwitchOffId(about) !== undefined;
    const digest = parseDigestId(about);
    // Also where nothing is to be sent: whoever finds it closed knows that it tells of nothing more.
    if (digest && recipient === ANY_RECIPIENT) await digests.close(digest);
    // Who wants no mails of submissions still has to know that something stopped.
    if (!endpoint.emailNotifications && !isSwitchOff) return [];
    if (this.#now() - firstAt > GIVE_UP_AFTER_MS) {
      await this.#dependencies.records.recordGivenUp(message, `given up after three days: ${reason}`);
      log('error', 'a notification was given up', { about, endpointId: endpoint.id });
      this.#dependencies.metrics.count('failed', endpoint.id);
      return [];
    }
    if (isSwitchOff)
      return this.#dispatch(endpoint, await switchOffMessages.deliveries(endpoint, about), message, invocation);
    return digest
      ? this.#sendDigest(endpoint, digest, message, invocation)
      : this.#sendSubmission(endpoint, message, invocation);
  }

  async #sendDigest(endpoint: StoredEndpoint, digest: Digest, message: QueuedNotification, invocation: Invocation) {
    const { digestMessages, metrics } = this.#dependencies;
    const written = await digestMessages.write(endpoint, digest);
    if (!written) return [];
    // Once for each digest: single recipients come up when something failed.
    if (message.recipient === ANY_RECIPIENT) metrics.count('inDigests', endpoint.id, written.submissions);
    return this.#dispatch(endpoint, written.deliveries, message, invocation);
  }

  async #sendSubmission(endpoint: StoredEndpoint, message: QueuedNotification, invocation: Invocation) {
    const { submissions, announcer } = this.#dependencies;
    let submission: StoredSubmission | undefined;
    try {
      submission = await submissions.find(endpoint.id, message.about);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      await announcer.recordUnreadable(message, error);
    }
    if (!submission || submission.isHeld) return [];
    if (message.recipient !== ANY_RECIPIENT) {
      return this.#dispatch(endpoint, deliveriesOf(endpoint, [submission]), message, invocation);
    }
    // Without a note of it the time of the first attempt will do: what is announced was stored before.
    const storedBefore = message.storedBefore ?? message.firstAt;
    const arrival: Arrival = { endpointId: endpoint.id, submission, storedBefore };
    const notQueued = await announcer.announce([arrival], invocation, message);
    if (notQueued.length > 0) throw new Error('the queue could not be reached');
    return [];
  }

  /** To the message's recipient if the endpoint still has it, or to all. */
  #dispatch(endpoint: StoredEndpoint, all: Delivery[], message: QueuedNotification, invocation: Invocation) {
    const isMeant = ({ recipient }: Delivery) => [recipient, ANY_RECIPIENT].includes(message.recipient);
    const deliveries = all.filter(isMeant);
    return this.#dependencies.dispatcher.dispatch([{ endpoint, deliveries }], invocation, message);
  }

  async #enqueue(messages: QueuedNotification[]): Promise<void> {
    const notQueued = await this.#dependencies.dispatcher.enqueue(messages);
    if (notQueued.length > 0) throw new Error('the queue could not be reached');
  }
}

/** When what a message is about was there to be announced, in milliseconds since 1970. */
function beginningOf({ about, firstAt }: QueuedNotification): number {
  return parseDigestId(about)?.endMs ?? (parseSwitchOffId(about) === undefined ? submittedAt(about) : firstAt);
}
