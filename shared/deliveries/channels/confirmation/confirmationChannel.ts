import { CONFIRMATION_WAITS, type ConfirmationReason } from '../../../contract/schemas/deliveries.ts';
import { log } from '../../../runtime/log.ts';
import type { ConfirmationCounts } from '../../../storage/confirmations/confirmationCounts.ts';
import type { ConfirmationSecret } from '../../../storage/confirmations/confirmationSecret.ts';
import { type PendingSubmissions, parsePending } from '../../../storage/confirmations/pendingSubmissions.ts';
import type { WaitingConfirmation } from '../../../storage/confirmations/waitingConfirmations.ts';
import type { Lane } from '../../../storage/deliveries/dueMessages.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveries/storedDelivery.ts';
import { isDue } from '../../../storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import { parseSubmission, type StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import { isUnreadable } from '../../../storage/table/failures.ts';
import { submittedAt } from '../../../storage/table/itemKeys.ts';
import type { Item } from '../../../storage/table/table.ts';
import {
  type Channel,
  type CountedOutcome,
  NO_PLAN,
  type Plan,
  type Prepared,
  type Ready,
  type SendResult,
} from '../../channel.ts';
import type { DeliveryEvent } from '../../events.ts';
import { MAIL_LEASE_MS } from '../mail/mailTiming.ts';
import type { MailSender } from '../mail/sending/mailSender.ts';
import { type Addressee, addresseeOf } from './admission.ts';
import { Bounds, type Obstacle } from './bounds.ts';
import { confirmationDelivery } from './confirmationDelivery.ts';
import { ASKED, confirmationEvents, RELEASE } from './confirmationEvents.ts';
import type { ConfirmingEndpoint } from './confirmationMessage.ts';
import type { CONFIRMATION_METRICS } from './confirmationMetrics.ts';
import { CONFIRMATION_AGE_MAX_MS, CONFIRMATION_RETRY_WAITS_MS } from './confirmationTiming.ts';
import {
  type Addressed,
  type Confirmable,
  type ConfirmationSettings,
  countedOf,
  holdingOf,
  sendJudged,
} from './sendConfirmation.ts';
import { hashedMailbox } from './tokens.ts';
import type { WaitingList } from './waitingList.ts';

export interface ConfirmationChannelDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<StoredSubmission | undefined> };
  pending: Pick<PendingSubmissions, 'find'>;
  counts: Pick<ConfirmationCounts, 'read' | 'replace'>;
  secret: Pick<ConfirmationSecret, 'findOrMake'>;
  waitingList: Pick<WaitingList, 'roomAt' | 'add' | 'release'>;
  sender: Pick<MailSender, 'send'>;
  settings: ConfirmationSettings;
  now: () => number;
}

const METRIC_OF: Readonly<Record<CountedOutcome, keyof typeof CONFIRMATION_METRICS>> = {
  sent: 'confirmations',
  failed: 'confirmationsFailed',
  skipped: 'confirmationsSkipped',
};

/**
 * Mails to the senders of forms, at most one each. They are counted against their limits before they are sent; a mail
 * that SES may have accepted is never sent again.
 */
export class ConfirmationChannel implements Channel {
  readonly name = 'confirmation';
  readonly leaseMs = MAIL_LEASE_MS;
  readonly retryWaitsMs = CONFIRMATION_RETRY_WAITS_MS;
  readonly needsOperator = false;
  /** In sequence: each count depends on the one before. */
  readonly atOncePerTarget = 1;
  readonly pageSize = 16;
  readonly failingLane = 'mail';
  readonly isAbout = confirmationEvents.isAbout;
  readonly ownEventsOf = confirmationEvents.ownEventsOf;
  readonly #dependencies: ConfirmationChannelDependencies;

  constructor(dependencies: ConfirmationChannelDependencies) {
    this.#dependencies = dependencies;
  }

  metricOf(outcome: CountedOutcome): string {
    return METRIC_OF[outcome];
  }

  mayGrowOld(_lane: Lane, { reason = '' }: { reason?: string | undefined }): boolean {
    return CONFIRMATION_WAITS.includes(reason);
  }

  async plan(
    endpointId: string,
    events: readonly DeliveryEvent[],
    images: ReadonlyMap<string, Item> = new Map(),
  ): Promise<Plan> {
    const found = await this.#dependencies.endpoints.find(endpointId);
    if (found && events.some(({ event }) => event === RELEASE)) await this.#release(found);
    if (!found || !isConfirming(found)) return NO_PLAN;
    const endpoint = found;
    const due = events
      .filter(({ event }) => event !== RELEASE)
      // With `verify`, the only mail is the one that asks to confirm.
      .filter(({ event }) => event === ASKED || !endpoint.confirmation.verify)
      .map(({ about, event, sequence }) =>
        confirmationDelivery(endpointId, about, event === ASKED ? Number(sequence) : undefined),
      );
    const read = await Promise.all(due.map((delivery) => this.#read(endpoint, delivery, images.get(delivery.about))));
    const judged = await this.#judge(endpoint, read.flat());
    const ready: Ready[] = [];
    const dismissed: NonNullable<Plan['dismissed']> = [];
    for (const { delivery, obstacle, holding, send } of judged) {
      const one: Ready = { delivery, send: () => send() };
      if (obstacle === undefined) ready.push(one);
      else dismissed.push({ ...one, reason: obstacle.reason, hold: await holding?.(obstacle) });
    }
    return { ready, queued: [], dismissed, group: endpoint.workspaceId };
  }

  async prepare(endpointId: string, records: readonly DeliveryRecord[]): Promise<Prepared | undefined> {
    const endpoint = await this.#dependencies.endpoints.find(endpointId);
    if (!endpoint) return undefined;
    const prepared: Prepared = { ready: [], skipped: [], lane: 'mail', group: endpoint.workspaceId };
    const readAll = async () => (await Promise.all(records.map((record) => this.#read(endpoint, record)))).flat();
    const judged = isConfirming(endpoint) ? await this.#judge(endpoint, await readAll()) : [];
    for (const record of records) {
      const found = judged.find(({ delivery }) => delivery.id === record.id);
      if (found) prepared.ready.push({ delivery: record, record, send: () => found.send(record) });
      else prepared.skipped.push(record);
    }
    return prepared;
  }

  /** Also releases confirmations of endpoints that no longer confirm, which are then skipped. */
  async #release(endpoint: StoredEndpoint): Promise<void> {
    const { counts, waitingList, settings, now } = this.#dependencies;
    const state = await counts.read(endpoint.id, []);
    const bounds = new Bounds(counts, { endpoint, state, perHourMax: settings.confirmationsPerHour }, now);
    const all = { free: Number.POSITIVE_INFINITY, nextAt: now(), isPutOff: () => false };
    const isPutOff = ({ network, deliveryId }: WaitingConfirmation) =>
      endpoint.confirmation?.verify === true && bounds.putOffUntil(network, deliveryId) !== undefined;
    await waitingList.release(endpoint, isConfirming(endpoint) ? { ...bounds.room(), isPutOff } : all);
  }

  /** For each submission, the known reason not to send its confirmation, if any, and how to hold, send or skip it. */
  async #judge(endpoint: ConfirmingEndpoint, confirmable: readonly Confirmable[]) {
    const { counts, secret, settings, waitingList, sender, now } = this.#dependencies;
    const key = await secret.findOrMake();
    const candidates = confirmable.map((one): Addressed | (Confirmable & { reason: ConfirmationReason }) => {
      const addressee = this.#addresseeOf(endpoint, one);
      return typeof addressee === 'string'
        ? { ...one, reason: addressee }
        : { ...one, addressee, mailbox: hashedMailbox(key, addressee.mailbox) };
    });
    const mailboxes = candidates.flatMap((each) => ('mailbox' in each ? each.mailbox : []));
    const state = await counts.read(endpoint.id, mailboxes);
    const bounds = new Bounds(counts, { endpoint, state, perHourMax: settings.confirmationsPerHour }, now);
    const roomFor = waitingList.roomAt(endpoint.id);
    return candidates.map((candidate) => {
      const { delivery } = candidate;
      if ('reason' in candidate) {
        const { reason } = candidate;
        return {
          delivery,
          obstacle: { reason },
          send: async (): Promise<SendResult> => ({ state: 'skipped', reason }),
        };
      }
      const judged = { endpoint, candidate, bounds, roomFor, key, waitingList, sender, settings };
      return {
        delivery,
        obstacle: bounds.obstacleTo(countedOf(candidate), true),
        holding: (obstacle: Obstacle) => holdingOf(judged, obstacle),
        send: (record?: DeliveryRecord) => sendJudged(judged, record),
      };
    });
  }

  #addresseeOf(endpoint: ConfirmingEndpoint, { delivery, submission }: Confirmable): Addressee | ConfirmationReason {
    const { now, settings } = this.#dependencies;
    const isOld = submittedAt(submission.id) <= now() - CONFIRMATION_AGE_MAX_MS;
    if (isOld && delivery.event !== ASKED) return 'tooOld';
    return addresseeOf(endpoint, submission, settings.senders);
  }

  /** Empty if there is nothing to confirm. Unreadable ones are left to the mail channel, which lists them for the operator. */
  async #read(endpoint: StoredEndpoint, delivery: Delivery, image?: Item): Promise<Confirmable[]> {
    const { endpointId, about, event } = delivery;
    const { submissions, pending, now } = this.#dependencies;
    if (isDue(endpoint, { id: about }, now())) return [];
    const [parse, from] = event === ASKED ? [parsePending, pending] : [parseSubmission, submissions];
    try {
      const submission = image ? parse(image) : await from.find(endpointId, about);
      return submission && !submission.isHeld && !submission.confirmedAt ? [{ delivery, submission }] : [];
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log('error', 'a submission could not be read for its confirmation', { about, endpointId }, error);
      return [];
    }
  }
}

const isConfirming = (endpoint: StoredEndpoint): endpoint is ConfirmingEndpoint => endpoint.confirmation !== undefined;
