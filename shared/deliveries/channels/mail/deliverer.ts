import { log } from '../../../runtime/log.ts';
import { StorageUnavailable } from '../../../storage/failures.ts';
import type { Claim, NotificationId, NotificationRecords } from '../../../storage/notificationRecords.ts';
import { parseDigestId } from './digestId.ts';
import type { Message } from './message.ts';
import type { NotificationMetrics } from './metrics.ts';
import { refusalReason } from './refusals.ts';
import { classifySendFailure, isRefusal, type SendFailure } from './sendFailures.ts';
import { LEASE_MS } from './timing.ts';

/** One message to one recipient. It is composed when it is sent, so that a batch never holds many. */
export interface Delivery extends NotificationId {
  compose: (siteUrl: string) => Message;
}

/** Nothing is decided yet, and a later attempt has to decide it. */
export interface Undecided {
  reason: string;
  /** Milliseconds since 1970 before which an attempt is in vain, because a claim holds. */
  notBefore?: number;
  /** The message was sent: all that is left to do is to mark it so. */
  sent?: SentUnmarked;
}

/** An attempt that SES accepted, with its id of the message. */
export interface SentUnmarked {
  attempt: string;
  messageId: string;
}

/** `done` was decided before. */
export type DeliveryOutcome = 'sent' | 'failed' | 'done' | Undecided;

/** Sends a message, and gives SES's id of it. */
export interface Sender {
  send(id: NotificationId, message: Message): Promise<string>;
}

export interface DelivererDependencies {
  records: NotificationRecords;
  mailer: Sender;
  metrics: NotificationMetrics;
  /** Where the dashboard is that mails lead to. */
  siteUrl: string;
}

/** Claim, send, mark: the steps that make a delivery happen at least once, and twice only across a death in between. */
export class Deliverer {
  readonly #dependencies: DelivererDependencies;

  constructor(dependencies: DelivererDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param retryFailed whether what failed for good is tried once more */
  async deliver(delivery: Delivery, { retryFailed = false } = {}): Promise<DeliveryOutcome> {
    const { about, endpointId, recipient, compose } = delivery;
    try {
      const claim = await this.#dependencies.records.claim(
        { about, endpointId, recipient },
        { leaseMs: LEASE_MS, retryFailed },
      );
      if (claim === 'done') return 'done';
      if (!('attempt' in claim)) return { reason: 'claimed by another attempt', notBefore: claim.leaseUntil };
      return await this.#send(claim, compose);
    } catch (error) {
      // Whatever it is, it holds up this delivery alone.
      const level = error instanceof StorageUnavailable ? 'warn' : 'error';
      log(level, 'a notification could not be recorded', { about, endpointId }, error);
      return { reason: 'the storage is not available' };
    }
  }

  async #send(claim: Claim, compose: Delivery['compose']): Promise<DeliveryOutcome> {
    let message: Message;
    try {
      message = compose(this.#dependencies.siteUrl);
    } catch (error) {
      return this.#fail(claim, `could not be composed: ${nameOf(error)}`, error);
    }
    let messageId: string;
    try {
      messageId = await this.#sendWithOrWithoutReplyTo(claim, message);
    } catch (error) {
      return this.#giveUp(claim, classifySendFailure(error), error);
    }
    return this.#mark(claim, messageId);
  }

  /** An address that SES rejects as Reply-To costs the Reply-To and not the mail. */
  async #sendWithOrWithoutReplyTo(claim: Claim, { replyTo, ...message }: Message): Promise<string> {
    const { mailer } = this.#dependencies;
    if (replyTo === undefined) return mailer.send(claim, message);
    try {
      return await mailer.send(claim, { ...message, replyTo });
    } catch (error) {
      if (classifySendFailure(error) !== 'rejected') throw error;
      // Not with the error itself: SES names addresses in it.
      const reason = nameOf(error);
      log('warn', 'sent without its Reply-To, with which it was rejected', { ...idsOf(claim), reason });
      return mailer.send(claim, message);
    }
  }

  async #giveUp(claim: Claim, failure: SendFailure, error: unknown): Promise<DeliveryOutcome> {
    const reason = nameOf(error);
    if (failure === 'rejected') return this.#fail(claim, refusalReason(error, claim.recipient), error);
    log('warn', 'a notification is to be tried again', { ...idsOf(claim), failure, reason });
    // Where SES may have accepted the message, the claim stays: nobody tries before the lease has run out.
    if (!isRefusal(failure)) return { reason, notBefore: claim.leaseUntil };
    try {
      await this.#dependencies.records.release(claim);
      return { reason };
    } catch (cause) {
      log('warn', 'a claim could not be given back', idsOf(claim), cause);
      return { reason, notBefore: claim.leaseUntil };
    }
  }

  async #fail(claim: Claim, reason: string, error: unknown): Promise<'failed'> {
    log('error', 'a notification failed for good', { ...idsOf(claim), reason: nameOf(error) });
    await this.#dependencies.records.markFailed(claim, reason);
    this.#dependencies.metrics.count('failed', claim.endpointId);
    return 'failed';
  }

  /** What was sent is not sent again because it could not be marked: the mark alone is left for later. */
  async #mark(claim: Claim, messageId: string): Promise<DeliveryOutcome> {
    this.#dependencies.metrics.count(parseDigestId(claim.about) ? 'digests' : 'sent', claim.endpointId);
    try {
      return await this.#dependencies.records.markSent(claim, messageId);
    } catch (error) {
      log('warn', 'a notification was sent but could not be marked yet', { ...idsOf(claim), messageId }, error);
      return { reason: 'sent but not marked', sent: { attempt: claim.attempt, messageId } };
    }
  }
}

const idsOf = ({ about, endpointId }: NotificationId) => ({ about, endpointId });

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
