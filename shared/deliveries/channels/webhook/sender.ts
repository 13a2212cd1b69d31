import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAttempt } from '../../../contract/schemas/webhook.ts';
import { formatTime } from '../../../contract/time.ts';
import { log } from '../../../runtime/log.ts';
import type {
  DeliveryClaim,
  DeliveryMark,
  DeliveryTurn,
  WebhookDeliveries,
} from '../../../storage/webhookDeliveries.ts';
import type { WebhookParts, WebhookState } from '../../../storage/webhookParts.ts';
import { formatOf } from './formats/formats.ts';
import { dashboardUrlOf, deletedData, requestOf, submissionData, type WebhookMessage } from './message.ts';
import type { WebhookMetrics } from './metrics.ts';
import type { Post, PostResult } from './post.ts';
import type { SwitchOff } from './switchOff.ts';
import { LEASE_MS, nextWaitMs, QUEUED_WAIT_MAX_MS, SWITCH_OFF_AFTER_MS } from './timing.ts';
import type { WaitQueue } from './webhookQueue.ts';

export interface SenderDependencies {
  state: WebhookState;
  deliveries: WebhookDeliveries;
  waits: Pick<WaitQueue, 'wait'>;
  switchOff: SwitchOff;
  post: Post;
  /** Where the dashboard is that messages lead to. */
  siteUrl: string;
  metrics: WebhookMetrics;
  now?: () => number;
  random?: () => number;
  /** Waits, in milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Attempts at writing what became of an attempt: without that it is made again. */
const MARKS_MAX = 3;

/**
 * Takes a turn of a delivery: claim, send, mark. What follows from an attempt is noted before the mark, so that a message
 * that comes again after a death in between finds all of it still to do, and a next attempt is never missing.
 */
export class WebhookSender {
  readonly #dependencies: SenderDependencies;
  readonly #now: () => number;

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /** @throws when the turn is to come again: the mark of the one before is not there yet, or table or queue cannot be reached */
  async take(turn: DeliveryTurn): Promise<void> {
    const { state, deliveries, switchOff, waits } = this.#dependencies;
    const parts = await state.read(turn.webhookId, turn.submissionId);
    // With its webhook or endpoint, what was to be sent is gone.
    if (!parts) return;
    await switchOff.tellOnce(parts.endpoint, parts.webhook);
    const claim = await deliveries.claim(turn, LEASE_MS);
    if (claim === 'done') return;
    if (claim === 'early') throw new Error('the attempt before is not marked yet');
    // By then the claim has run out, if whoever has it died. By a time of its own the queue knows this wait from others.
    if (claim === 'busy') return waits.wait(turn, this.#now() + LEASE_MS, this.#now());
    if (isToBeSent(turn, parts)) await this.#atItsPace(parts, () => this.#send(claim, parts));
    else await this.#mark(claim, { state: 'skipped' }, 'skipped');
  }

  /** Keeps the webhook's turn, of which there is one at a time, for as long as its service wants between two messages. */
  async #atItsPace({ webhook }: WebhookParts, send: () => Promise<void>): Promise<void> {
    const { pause = sleep } = this.#dependencies;
    const nextAt = this.#now() + formatOf(webhook.format).paceMs;
    await send();
    const restMs = nextAt - this.#now();
    if (restMs > 0) await pause(restMs);
  }

  async #send(claim: DeliveryClaim, parts: WebhookParts): Promise<void> {
    const startedAt = this.#now();
    const { webhook, credentials } = parts;
    const message = messageOf(claim, parts, this.#dependencies.siteUrl);
    const result = await this.#dependencies.post(requestOf(message, webhook, credentials, startedAt));
    const attempt = attemptOf(result, startedAt);
    const { answer } = result;
    if (result.error === undefined) {
      await this.#mark(claim, { state: 'sent', attempt, answer }, 'sent');
      await this.#dependencies.state.noteSuccess(webhook);
      return;
    }
    const dueAt = await this.#noteFailure(claim, parts, result);
    log('info', 'an attempt at a webhook failed', {
      webhookId: webhook.id,
      id: claim.id,
      error: result.error,
      ...statusOf(result),
    });
    const next = dueAt === undefined ? {} : { nextAttemptAt: timeOf(dueAt) };
    const becomes = dueAt === undefined ? 'failed' : 'pending';
    await this.#mark(claim, { state: becomes, attempt, answer, ...next }, dueAt === undefined ? 'failed' : 'retried');
  }

  /** Sees to the next attempt, and to a webhook that is to be switched off. @returns when that attempt is due */
  async #noteFailure(claim: DeliveryClaim, parts: WebhookParts, result: PostResult): Promise<number | undefined> {
    const { state, switchOff, random } = this.#dependencies;
    if (result.isGone) {
      await switchOff.switchOff(parts, 'gone');
      return undefined;
    }
    const waitMs = nextWaitMs(claim.failures + 1, result.retryAfterSeconds, random);
    const dueAt = waitMs === undefined ? undefined : this.#now() + waitMs;
    if (dueAt !== undefined) await this.#schedule({ ...claim, turn: claim.turn + 1 }, dueAt);
    const failingSince = await state.noteFailure(parts.webhook);
    if (Date.parse(`${failingSince.replace(' ', 'T')}Z`) + SWITCH_OFF_AFTER_MS <= this.#now())
      await switchOff.switchOff(parts, 'failing');
    return dueAt;
  }

  async #schedule({ claim: _, failures: _f, attempts: _a, ...turn }: DeliveryClaim, dueAt: number): Promise<void> {
    const { deliveries, waits } = this.#dependencies;
    const now = this.#now();
    if (dueAt - now <= QUEUED_WAIT_MAX_MS) await waits.wait(turn, dueAt, now);
    else await deliveries.putDue(turn, dueAt, timeOf(dueAt));
  }

  async #mark(claim: DeliveryClaim, mark: DeliveryMark, counted: Parameters<WebhookMetrics['count']>[0]) {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#dependencies.deliveries.mark(claim, mark);
        break;
      } catch (error) {
        if (attempt === MARKS_MAX) throw error;
      }
    }
    this.#dependencies.metrics.count(counted);
  }
}

/** Whether there is something to tell, and somebody who wants to hear it, at the moment. */
function isToBeSent({ event }: DeliveryTurn, { webhook, submission }: WebhookParts): boolean {
  if (!webhook.isEnabled) return false;
  if (event === 'submission.deleted') return true;
  return submission !== undefined && (webhook.includeSpam || !submission.isHeld);
}

function messageOf(claim: DeliveryClaim, { endpoint, submission }: WebhookParts, siteUrl: string): WebhookMessage {
  const { id, event: type, createdAt: at, submissionId, hops } = claim;
  const shown = submission && submissionData(submission);
  const data = shown ?? deletedData(endpoint.id, submissionId);
  const dashboardUrl = dashboardUrlOf(siteUrl, endpoint.id, shown?.id);
  return { id, type, at, hops, data, endpoint, submission: shown, dashboardUrl };
}

const timeOf = (ms: number): string => formatTime(new Date(ms));

const statusOf = ({ status }: PostResult) => (status === undefined ? {} : { status });

const attemptOf = (result: PostResult, startedAt: number): DeliveryAttempt => ({
  at: timeOf(startedAt),
  durationMs: result.durationMs,
  ...statusOf(result),
  ...(result.error && { error: result.error }),
});
