import { setTimeout as sleep } from 'node:timers/promises';
import { asciiAddress } from '../emailAddress.ts';
import { log } from '../log.ts';
import type { StoredEndpoint } from '../repositories/endpoints.ts';
import { StorageUnavailable } from '../repositories/failures.ts';
import type { SubmissionWithData } from '../schemas/submission.ts';
import { composeMessage, type Message } from './message.ts';
import type { NotificationMetrics } from './metrics.ts';
import type { Claim, NoteId, Notes } from './notes.ts';
import { classifySendFailure, type SendFailure } from './sendFailures.ts';

/** One message to one recipient. */
export interface Delivery extends NoteId {
  message: Message;
}

/** `again`: nothing is decided yet, and a later attempt has to decide it. */
export type DeliveryOutcome = 'sent' | 'failed' | 'done before' | 'again';

/** Sends a message, and gives SES's id of it. */
export interface Sender {
  send(recipient: string, message: Message): Promise<string>;
}

export interface DelivererDependencies {
  notes: Notes;
  mailer: Sender;
  metrics: NotificationMetrics;
  /** Waits between attempts that SES throttled. */
  pause?: (ms: number) => Promise<unknown>;
}

/** Longest waits before another attempt that SES's sending rate asks for; each is a random part of it. */
const THROTTLE_WAITS_MS = [500, 1_500, 5_000];
/** Attempts at marking what was sent; each has the storage client's own attempts inside. */
const MARK_ATTEMPTS = 2;

/** Claim, send, mark: the steps that make a delivery happen at least once, and twice only across a death in between. */
export class Deliverer {
  readonly #notes: Notes;
  readonly #mailer: Sender;
  readonly #metrics: NotificationMetrics;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor({ notes, mailer, metrics, pause = sleep }: DelivererDependencies) {
    this.#notes = notes;
    this.#mailer = mailer;
    this.#metrics = metrics;
    this.#pause = pause;
  }

  /** @param again whether what failed for good is tried once more */
  async deliver(delivery: Delivery, { again = false } = {}): Promise<DeliveryOutcome> {
    try {
      const claim = await this.#notes.claim(delivery, { again });
      if (claim === 'done') return 'done before';
      const outcome = claim === 'busy' ? 'again' : await this.#send(claim, delivery.message);
      if (outcome === 'again') this.#metrics.count('retried');
      return outcome;
    } catch (error) {
      // Whatever it is, it holds up this delivery alone.
      const level = error instanceof StorageUnavailable ? 'warn' : 'error';
      log(level, 'a notification could not be recorded', { submissionId: delivery.submissionId }, error);
      this.#metrics.count('retried');
      return 'again';
    }
  }

  async #send(claim: Claim, message: Message): Promise<DeliveryOutcome> {
    for (const waitMs of [...THROTTLE_WAITS_MS, undefined]) {
      try {
        const messageId = await this.#mailer.send(claim.recipient, message);
        this.#metrics.count('sent');
        return await this.#mark(claim, messageId);
      } catch (error) {
        const failure = classifySendFailure(error);
        if (failure !== 'throttled' || waitMs === undefined) return this.#giveUp(claim, failure, error);
        await this.#pause(Math.random() * waitMs);
      }
    }
    return 'again';
  }

  async #giveUp(claim: Claim, failure: SendFailure, error: unknown): Promise<DeliveryOutcome> {
    const ids = { submissionId: claim.submissionId, endpointId: claim.endpointId };
    if (failure === 'rejected') {
      log('error', 'a notification was rejected for good', { ...ids, reason: nameOf(error) });
      await this.#notes.markFailed(claim, reasonOf(error));
      this.#metrics.count('failed');
      return 'failed';
    }
    log('warn', 'a notification is to be tried again', { ...ids, failure, reason: nameOf(error) });
    // Where SES may have accepted the message, the claim stays: nobody tries before the lease has run out.
    if (failure !== 'unknown') await this.#notes.release(claim);
    return 'again';
  }

  /** What was sent is done, marked or not: to report it as failed would surely send it twice. */
  async #mark(claim: Claim, messageId: string): Promise<'sent' | 'failed'> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#notes.markSent(claim, messageId);
      } catch (error) {
        if (attempt < MARK_ATTEMPTS) continue;
        log(
          'error',
          'a notification was sent but could not be marked',
          { submissionId: claim.submissionId, messageId },
          error,
        );
        return 'sent';
      }
    }
  }
}

/** What is to be sent for a submission; the endpoint counts as it is now. */
export function deliveriesOf(endpoint: StoredEndpoint | undefined, submission: SubmissionWithData): Delivery[] {
  if (!endpoint?.emailNotifications) return [];
  const message = composeMessage(endpoint, submission);
  return endpoint.targetEmails.map((address) => ({
    submissionId: submission.id,
    endpointId: endpoint.id,
    // As SES takes it and names it in its events; what was stored by an earlier rule, as it is.
    recipient: asciiAddress(address) ?? address,
    message,
  }));
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** For the operator, who may see addresses; logs get the name alone. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
