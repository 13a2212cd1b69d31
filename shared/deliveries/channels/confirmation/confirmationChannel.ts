import type { ConfirmationReason } from '../../../contract/schemas/deliveries.ts';
import { log } from '../../../runtime/log.ts';

import type { ConfirmationCounts } from '../../../storage/confirmationCounts.ts';
import type { ConfirmationSecret } from '../../../storage/confirmationSecret.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveryRecord.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { isUnreadable } from '../../../storage/failures.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import { parseSubmission, type StoredSubmission } from '../../../storage/submissions.ts';
import { ConditionFailed, type Item } from '../../../storage/table.ts';
import type { Channel, Plan, Prepared, Ready, SendResult } from '../../channel.ts';
import type { DeliveryEvent } from '../../events.ts';
import { CONFIRMATION_AGE_MAX_MS, CONFIRMATION_RETRY_WAITS_MS, MAIL_LEASE_MS } from '../../timing.ts';
import type { MailSender } from '../mail/mailSender.ts';
import { type Addressee, addresseeOf } from './admission.ts';
import { Bounds } from './bounds.ts';
import { confirmationDelivery } from './confirmationDelivery.ts';
import { type ConfirmingEndpoint, composeConfirmation } from './confirmationMessage.ts';
import { hashedMailbox, unsubscribeToken } from './tokens.ts';

export interface ConfirmationChannelDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<StoredSubmission | undefined> };
  counts: Pick<ConfirmationCounts, 'read' | 'replace'>;
  secret: Pick<ConfirmationSecret, 'findOrMake'>;
  sender: Pick<MailSender, 'send'>;
  settings: ConfirmationSettings;
  now: () => number;
}

export interface ConfirmationSettings {
  /** Confirmations per endpoint and hour. */
  confirmationsPerHour: number;
  /** Addresses that this service sends from, which get no confirmations. */
  senders: readonly string[];
  siteUrl: string;
  apiUrl: string;
}

const NOTHING: Plan = { ready: [], queued: [], group: '' };

/** A submission whose sender may get a confirmation. */
interface Candidate {
  submission: StoredSubmission;
  addressee: Addressee;
  /** The HMAC of its mailbox. */
  mailbox: string;
}

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
  readonly #dependencies: ConfirmationChannelDependencies;

  constructor(dependencies: ConfirmationChannelDependencies) {
    this.#dependencies = dependencies;
  }

  isAbout({ event, isOfSpam }: DeliveryEvent): boolean {
    return event === 'submission.created' && !isOfSpam;
  }

  async plan(
    endpointId: string,
    events: readonly DeliveryEvent[],
    images: ReadonlyMap<string, Item> = new Map(),
  ): Promise<Plan> {
    const endpoint = await this.#findConfirming(endpointId);
    if (!endpoint) return NOTHING;
    const read = await Promise.all(events.map(({ about }) => this.#read(endpointId, about, images.get(about))));
    const judged = await this.#judge(endpoint, read.filter(isConfirmable));
    const ready: Ready[] = [];
    const dismissed: NonNullable<Plan['dismissed']> = [];
    for (const { submissionId, reason, send } of judged) {
      const delivery = confirmationDelivery(endpointId, submissionId);
      const one: Ready = { delivery, send: () => send(delivery) };
      if (reason === undefined) ready.push(one);
      else dismissed.push({ ...one, reason });
    }
    return { ready, queued: [], dismissed, group: endpoint.workspaceId };
  }

  async prepare(endpointId: string, records: readonly DeliveryRecord[]): Promise<Prepared | undefined> {
    const endpoint = await this.#dependencies.endpoints.find(endpointId);
    if (!endpoint) return undefined;
    const prepared: Prepared = { ready: [], skipped: [], lane: 'mail', group: endpoint.workspaceId };
    const read = isConfirming(endpoint)
      ? await Promise.all(records.map(({ about }) => this.#read(endpointId, about)))
      : [];
    const judged = isConfirming(endpoint) ? await this.#judge(endpoint, read.filter(isConfirmable)) : [];
    for (const record of records) {
      const found = judged.find(({ submissionId }) => submissionId === record.about);
      if (found) prepared.ready.push({ delivery: record, record, send: () => found.send(record, record) });
      else prepared.skipped.push(record);
    }
    return prepared;
  }

  /** For each submission, why it gets no confirmation, if known already, and how to confirm or skip it. */
  async #judge(endpoint: ConfirmingEndpoint, submissions: readonly StoredSubmission[]) {
    const { counts, secret, settings, now } = this.#dependencies;
    const key = await secret.findOrMake();
    const candidates = submissions.map(
      (submission): Candidate | { submission: StoredSubmission; reason: ConfirmationReason } => {
        const addressee = this.#addresseeOf(endpoint, submission);
        return typeof addressee === 'string'
          ? { submission, reason: addressee }
          : { submission, addressee, mailbox: hashedMailbox(key, addressee.mailbox) };
      },
    );
    const mailboxes = candidates.flatMap((each) => ('mailbox' in each ? each.mailbox : []));
    const state = await counts.read(endpoint.id, mailboxes);
    const bounds = new Bounds(counts, { endpoint, state, perHourMax: settings.confirmationsPerHour }, now);
    return candidates.map((candidate) => {
      const submissionId = candidate.submission.id;
      if ('reason' in candidate) {
        const skipped: SendResult = { state: 'skipped', reason: candidate.reason };
        return { submissionId, reason: candidate.reason, send: async () => skipped };
      }
      const { mailbox } = candidate;
      return {
        submissionId,
        reason: bounds.reasonAgainst({ submissionId, mailbox }),
        send: (delivery: Delivery, record?: DeliveryRecord) =>
          this.#send({ endpoint, candidate, bounds, key }, delivery, record),
      };
    });
  }

  async #send(
    {
      endpoint,
      candidate,
      bounds,
      key,
    }: { endpoint: ConfirmingEndpoint; candidate: Candidate; bounds: Bounds; key: string },
    delivery: Delivery,
    record: DeliveryRecord | undefined,
  ): Promise<SendResult> {
    const { submission, addressee, mailbox } = candidate;
    const counted = { submissionId: submission.id, mailbox };
    // It was counted but has no outcome: SES may have accepted it.
    const isUncertain = bounds.wasCounted(counted) && (record === undefined || record.startedAt !== undefined);
    const reason = isUncertain ? 'interrupted' : bounds.reasonAgainst(counted);
    if (reason) return { state: 'skipped', reason };
    try {
      await bounds.count(counted);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return { state: 'failed', attempt: { error: 'busy' }, reason: 'busy', isFinal: false };
    }
    const { sender, settings } = this.#dependencies;
    const token = unsubscribeToken(key, mailbox);
    return sender.send(delivery, addressee.address, () =>
      composeConfirmation(endpoint, submission, { ...settings, token }),
    );
  }

  #addresseeOf(endpoint: ConfirmingEndpoint, submission: StoredSubmission): Addressee | ConfirmationReason {
    const { now, settings } = this.#dependencies;
    if (submittedAt(submission.id) <= now() - CONFIRMATION_AGE_MAX_MS) return 'tooOld';
    return addresseeOf(endpoint, submission, settings.senders);
  }

  async #findConfirming(endpointId: string): Promise<ConfirmingEndpoint | undefined> {
    const endpoint = await this.#dependencies.endpoints.find(endpointId);
    return endpoint && isConfirming(endpoint) ? endpoint : undefined;
  }

  /** Unreadable ones are left to the mail channel, which lists them for the operator. */
  async #read(endpointId: string, submissionId: string, image?: Item): Promise<StoredSubmission | undefined> {
    try {
      return image ? parseSubmission(image) : await this.#dependencies.submissions.find(endpointId, submissionId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log('error', 'a submission could not be read for its confirmation', { about: submissionId, endpointId }, error);
      return undefined;
    }
  }
}

const isConfirming = (endpoint: StoredEndpoint): endpoint is ConfirmingEndpoint => endpoint.confirmation !== undefined;

const isConfirmable = (submission: StoredSubmission | undefined): submission is StoredSubmission =>
  submission !== undefined && !submission.isHeld;
