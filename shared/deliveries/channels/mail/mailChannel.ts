import { formatTime } from '../../../contract/time.ts';
import { log } from '../../../runtime/log.ts';
import { mailOf } from '../../../storage/deliveries/deliveryKeys.ts';
import type { DeliveryRecords } from '../../../storage/deliveries/deliveryRecords.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveries/storedDelivery.ts';
import { isDue } from '../../../storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { RecentSubmissions } from '../../../storage/submissions/recentSubmissions.ts';
import { parseSubmission, type StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import { isUnreadable } from '../../../storage/table/failures.ts';
import { submittedAt } from '../../../storage/table/itemKeys.ts';
import type { Item, TableAccess } from '../../../storage/table/table.ts';
import { type Channel, type CountedOutcome, NO_PLAN, type Plan, type Prepared, type Ready } from '../../channel.ts';
import { arrivalOf, type DeliveryEvent } from '../../events.ts';
import type { DeliveryMetrics } from '../../metrics.ts';
import type { MailBudget } from './budget/mailBudget.ts';
import { type Digest, parseDigestId } from './digests/digestId.ts';
import { writeDigest } from './digests/digestMessage.ts';
import type { Digests } from './digests/digests.ts';
import { ANY_RECIPIENT, mailDelivery } from './mailDelivery.ts';
import { mailEvents, WEBHOOK_DISABLED } from './mailEvents.ts';
import type { MAIL_METRICS } from './mailMetrics.ts';
import { MAIL_LEASE_MS, MAIL_RETRY_WAITS_MS } from './mailTiming.ts';
import { composeMessage, type Message } from './message/message.ts';
import { recipientsOf } from './recipients.ts';
import type { MailSender } from './sending/mailSender.ts';
import { parseSwitchOffId } from './switchOff/switchOffId.ts';
import { switchOffMessage } from './switchOff/switchOffMessages.ts';

export interface MailChannelDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<StoredSubmission | undefined> };
  records: Pick<DeliveryRecords, 'fail'>;
  budget: MailBudget;
  digests: Digests;
  recent: Pick<RecentSubmissions, 'count' | 'first' | 'named'>;
  sender: MailSender;
  metrics: Pick<DeliveryMetrics<keyof typeof MAIL_METRICS | 'inDigests' | 'failed'>, 'count'>;
  table: Pick<TableAccess, 'get' | 'query'>;
  siteUrl: string;
}

/** Concurrent mails of one endpoint per invocation. */
export const MAILS_AT_ONCE = 10;

interface Arrival {
  submission: StoredSubmission;
  storedBefore: number;
}

type Compose = () => Message;

/**
 * Mails to an endpoint's addresses: about submissions individually, in digests during a flood, and about disabled
 * webhooks.
 */
export class MailChannel implements Channel {
  readonly name = 'mail';
  readonly leaseMs = MAIL_LEASE_MS;
  readonly retryWaitsMs = MAIL_RETRY_WAITS_MS;
  readonly needsOperator = true;
  readonly atOncePerTarget = MAILS_AT_ONCE;
  readonly pageSize = 25;
  readonly failingLane = 'mail';
  readonly isAbout = mailEvents.isAbout;
  readonly #dependencies: MailChannelDependencies;

  constructor(dependencies: MailChannelDependencies) {
    this.#dependencies = dependencies;
  }

  metricOf(outcome: CountedOutcome, { about }: Delivery): string {
    return outcome === 'sent' && parseDigestId(about) ? 'digests' : outcome;
  }

  async plan(
    endpointId: string,
    events: readonly DeliveryEvent[],
    images: ReadonlyMap<string, Item> = new Map(),
  ): Promise<Plan> {
    const endpoint = await this.#dependencies.endpoints.find(endpointId);
    if (!endpoint) return NO_PLAN;
    const ready: Ready[] = [];
    for (const { event, about } of events) {
      const compose = event === 'submission.created' ? undefined : await this.#composeOnce(endpoint, event, about);
      if (compose) ready.push(...this.#toAll(endpoint, about, compose));
    }
    const created = events.filter(({ event }) => event === 'submission.created');
    if (endpoint.emailNotifications && endpoint.targetEmails.length > 0 && created.length > 0) {
      const arrivals = await this.#sentOneByOne(endpoint, await this.#arrivals(endpoint, created, images));
      for (const { submission, storedBefore } of arrivals) {
        const arrivedMs = arrivalOf({ at: submittedAt(submission.id), storedBefore });
        ready.push(...this.#toAll(endpoint, submission.id, this.#composeFor(endpoint, submission), arrivedMs));
      }
    }
    return { ready, queued: [], group: endpoint.workspaceId };
  }

  async prepare(endpointId: string, records: readonly DeliveryRecord[]): Promise<Prepared | undefined> {
    const endpoint = await this.#dependencies.endpoints.find(endpointId);
    if (!endpoint) return undefined;
    const prepared: Prepared = { ready: [], skipped: [], lane: 'mail', group: endpoint.workspaceId };
    const composed = new Map<string, Promise<Compose | undefined>>();
    const recipients = recipientsOf(endpoint);
    for (const record of records) {
      const { about, event, id } = record;
      if (!recipients.includes(mailOf(id).recipient)) {
        prepared.skipped.push(record);
        continue;
      }
      const composing = composed.get(about) ?? this.#composeRecorded(endpoint, event, about);
      composed.set(about, composing);
      const compose = await composing;
      if (compose) prepared.ready.push({ ...this.#readyOf(record, compose), record });
      else prepared.skipped.push(record);
    }
    return prepared;
  }

  #toAll(endpoint: StoredEndpoint, about: string, compose: Compose, arrivedMs?: number): Ready[] {
    const { id: endpointId } = endpoint;
    const late = arrivedMs === undefined ? {} : { arrivedAt: formatTime(new Date(arrivedMs)) };
    return recipientsOf(endpoint).map((recipient) =>
      this.#readyOf({ ...mailDelivery({ about, endpointId, recipient }), ...late }, compose),
    );
  }

  #readyOf(delivery: Delivery, compose: Compose): Ready {
    const { recipient } = mailOf(delivery.id);
    return { delivery, send: () => this.#dependencies.sender.send(delivery, recipient, compose) };
  }

  #composeFor(endpoint: StoredEndpoint, submission: StoredSubmission): Compose {
    return () => composeMessage(endpoint, submission, this.#dependencies.siteUrl);
  }

  /** The composer of a recorded mail; undefined if the mail should no longer be sent. */
  async #composeRecorded(endpoint: StoredEndpoint, event: string, about: string): Promise<Compose | undefined> {
    if (event !== 'submission.created') return this.#composeOnce(endpoint, event, about);
    if (!endpoint.emailNotifications) return undefined;
    const submission = await this.#read(endpoint, about);
    return submission && !submission.isHeld ? this.#composeFor(endpoint, submission) : undefined;
  }

  async #composeOnce(endpoint: StoredEndpoint, event: string, about: string): Promise<Compose | undefined> {
    // Also with notifications off, since something stopped working.
    if (event === WEBHOOK_DISABLED && parseSwitchOffId(about))
      return switchOffMessage(this.#dependencies.table, endpoint, about);
    const digest = parseDigestId(about);
    return digest && this.#composeDigest(endpoint, digest);
  }

  async #composeDigest(endpoint: StoredEndpoint, digest: Digest): Promise<Compose | undefined> {
    const { digests, metrics, siteUrl } = this.#dependencies;
    // Even if nothing is sent: a closed digest covers no further submission.
    const isNew = await digests.close(digest);
    if (!endpoint.emailNotifications) return undefined;
    const written = await writeDigest(this.#dependencies, endpoint, digest);
    if (written && isNew) metrics.count('inDigests', endpoint.id, written.submissions);
    return written && (() => written.compose(siteUrl));
  }

  async #arrivals(
    endpoint: StoredEndpoint,
    events: DeliveryEvent[],
    images: ReadonlyMap<string, Item>,
  ): Promise<Arrival[]> {
    // If one of them crashes the function, the last such log line identifies it.
    log('info', 'reading submissions', {
      endpointId: endpoint.id,
      submissionIds: events.map(({ about }) => about).join(' '),
    });
    const read = events.map(async ({ about, at, storedBefore = at }) => {
      const submission = await this.#read(endpoint, about, images.get(about));
      return submission && !submission.isHeld ? [{ submission, storedBefore }] : [];
    });
    return (await Promise.all(read)).flat();
  }

  /** A submission due for removal counts as missing. An unreadable one is listed as failed, and delays no others. */
  async #read(endpoint: StoredEndpoint, submissionId: string, image?: Item): Promise<StoredSubmission | undefined> {
    const { submissions, records, metrics } = this.#dependencies;
    const { id: endpointId } = endpoint;
    const nowMs = Date.now();
    if (isDue(endpoint, { id: submissionId }, nowMs)) return undefined;
    try {
      // The image may be older than a mark.
      const submission =
        image && !isDue(endpoint, { id: submissionId, isSpam: true }, nowMs)
          ? parseSubmission(image)
          : await submissions.find(endpointId, submissionId);
      return submission && isDue(endpoint, submission, nowMs) ? undefined : submission;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      const delivery = mailDelivery({ about: submissionId, endpointId, recipient: ANY_RECIPIENT });
      log('error', 'a submission could not be read for its notification', { about: submissionId, endpointId }, error);
      await records.fail(delivery, `unreadable: ${error instanceof Error ? error.name : 'unknown'}`);
      metrics.count('failed', endpointId);
      return undefined;
    }
  }

  /** Submissions within the endpoint's budget. Digests cover the others. */
  async #sentOneByOne(endpoint: StoredEndpoint, arrivals: Arrival[]): Promise<Arrival[]> {
    const { budget, digests, metrics } = this.#dependencies;
    const asked = arrivals.map(({ submission, storedBefore }) => ({ id: submission.id, storedBefore }));
    const within = await budget.withinBudget(endpoint, asked);
    const over = asked.filter(({ id }) => !within.has(id));
    if (over.length > 0) await digests.cover(endpoint, over);
    metrics.count('overBudget', endpoint.id, over.length);
    return arrivals.filter(({ submission }) => within.has(submission.id));
  }
}
