import { dateOf, formatTime } from '../contract/time.ts';
import { log } from '../runtime/log.ts';
import type { AttemptOutcome, Claim, DeliveryRecords } from '../storage/deliveries/deliveryRecords.ts';
import type { Attempt, Delivery } from '../storage/deliveries/storedDelivery.ts';
import type { TableAccess } from '../storage/table/table.ts';
import type { Planner, Ready, SendResult } from './channel.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import type { UnrecordedSuccess } from './messages.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { RETRY_AFTER_MAX_MS, spread } from './timeoutsAndRetries.ts';

export interface EngineDependencies {
  table: Pick<TableAccess, 'query'>;
  records: DeliveryRecords;
  queues: DeliveryQueues;
  metrics: Pick<DeliveryMetrics<string>, 'count' | 'notePending' | 'noteRetried'>;
  now?: () => number;
  random?: () => number;
}

const RECORDINGS_MAX = 3;
const INTERRUPTED = 'interrupted';

/** Outcome of an attempt. `left` and `unclaimed` were not made, the latter because the table was unreachable. */
export type Ending = 'done' | 'failed' | 'left' | 'unclaimed';

/** Makes attempts: claim, send, record the outcome, retry or give up. */
export class Attempts {
  readonly #dependencies: EngineDependencies;
  readonly #now: () => number;

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /** @throws StorageUnavailable if the next attempt cannot be scheduled */
  async make(channel: Planner, { delivery, record, send }: Ready): Promise<Ending> {
    const { records } = this.#dependencies;
    const { leaseMs } = channel;
    let claim: Claim | { busyUntil: number } | 'done';
    try {
      claim = record
        ? ((await records.claim(record, leaseMs)) ?? { busyUntil: this.#now() + leaseMs })
        : await records.begin(delivery, leaseMs);
    } catch (error) {
      log('warn', 'a delivery could not be claimed', loggedOf(delivery), error);
      return 'unclaimed';
    }
    if (claim === 'done') return 'done';
    if ('busyUntil' in claim) {
      if (claim.busyUntil <= this.#now()) return 'left';
      await this.schedule(channel, delivery, claim.busyUntil);
      return 'done';
    }
    return this.#finish(channel, claim, await resultOf(send));
  }

  async #finish(channel: Planner, claim: Claim, result: SendResult): Promise<Ending> {
    const { delivery } = claim;
    if (result.state === 'skipped') {
      const recorded = await this.#record(channel, claim, result);
      this.#count(channel, claim, recorded);
      return 'done';
    }
    if (result.state === 'waiting') {
      const { reason } = result;
      // Before the outcome is recorded, so that a pending delivery always has a message.
      await result.hold();
      await this.#record(channel, claim, { state: 'pending', reason });
      return 'done';
    }
    const dueAt = result.state === 'failed' && !result.isFinal ? this.#nextAttempt(channel, claim, result) : undefined;
    // Before the outcome is recorded, so that a pending delivery always has a message.
    if (dueAt !== undefined) await this.schedule(channel, delivery, dueAt);
    const state = result.state === 'sent' ? 'sent' : dueAt === undefined ? 'failed' : 'pending';
    const { attempt, answer } = result;
    const reason = result.state === 'failed' ? result.reason : undefined;
    const recorded = await this.#record(channel, claim, {
      state,
      attempt,
      answer,
      reason: state === 'failed' && !isFinal(result) ? `gave up: ${reason}` : reason,
      nextAttemptAt: dueAt === undefined ? undefined : formatTime(new Date(dueAt)),
      needsOperator: state === 'failed' && channel.needsOperator,
    });
    if (state !== 'sent')
      log(state === 'failed' ? 'error' : 'warn', 'an attempt at a delivery failed', {
        ...loggedOf(delivery),
        state,
        error: attempt.error ?? 'unknown',
      });
    if (recorded === 'pending') this.#notePending(channel, claim, result);
    this.#count(channel, claim, recorded);
    return result.state === 'sent' ? 'done' : 'failed';
  }

  #notePending(channel: Planner, { delivery, attempts, startedAt }: Claim, result: SendResult): void {
    const { metrics } = this.#dependencies;
    metrics.notePending(channel, channel.failingLane, [delivery], this.#now());
    if (result.state !== 'failed' || !result.isOurs) return;
    const others = attempts.findLastIndex(({ error }) => error !== INTERRUPTED);
    const since = attempts[others + 1]?.at ?? startedAt;
    metrics.noteRetried(this.#now() - dateOf(since).getTime());
  }

  #nextAttempt(
    { retryWaitsMs }: Planner,
    { failures }: Claim,
    { retryAfterS = 0 }: { retryAfterS?: number | undefined },
  ) {
    const waitMs = retryWaitsMs[failures];
    if (waitMs === undefined) return undefined;
    return (
      this.#now() +
      Math.max(spread(waitMs, this.#dependencies.random), Math.min(retryAfterS * 1_000, RETRY_AFTER_MAX_MS))
    );
  }

  /**
   * Schedules another attempt.
   * @throws StorageUnavailable
   */
  async schedule(channel: Planner, { target, id, endpointId }: Delivery, dueAt: number): Promise<void> {
    const serve = { target, from: id, to: id };
    const message = { channel: channel.name, endpointId, group: endpointId, tries: 0, serve };
    await this.#dependencies.queues.send(channel.failingLane, message, dueAt);
  }

  /**
   * If a success cannot be recorded, a queue message records it later; after any other outcome, the delivery is
   * attempted again when the lease ends.
   */
  async #record(channel: Planner, claim: Claim, outcome: Parameters<DeliveryRecords['record']>[1]) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#dependencies.records.record(claim, outcome);
      } catch (error) {
        if (attempt < RECORDINGS_MAX) continue;
        log('warn', 'the outcome of a delivery could not be recorded', loggedOf(claim.delivery), error);
        if (outcome.state === 'sent') await this.#recordLater(channel, claim, outcome.attempt ?? {});
        else await this.schedule(channel, claim.delivery, claim.leaseUntil);
        return outcome.state;
      }
    }
  }

  async #recordLater(channel: Planner, { delivery, claim, startedAt }: Claim, attempt: Omit<Attempt, 'at'>) {
    const { target, id, endpointId } = delivery;
    const { durationMs, messageId } = attempt;
    const sent = { target, id, claim, startedAt, durationMs, messageId };
    const message = { channel: channel.name, endpointId, group: endpointId, tries: 0, sent };
    try {
      await this.#dependencies.queues.send(channel.failingLane, message);
    } catch (error) {
      // It may be sent again: this log line is the only record of the attempt.
      log('error', 'a delivery was sent but could not be recorded', { ...loggedOf(delivery), messageId }, error);
    }
  }

  /** Records a success that could not be recorded when it happened. */
  async recordSent(
    channel: Planner,
    { target, id, claim, startedAt, durationMs, messageId }: UnrecordedSuccess,
  ): Promise<void> {
    const { records } = this.#dependencies;
    const record = await records.find({ channel: channel.name, target, id });
    if (!record) return;
    const { failures, attempts } = record;
    const attempt = { ...(durationMs !== undefined && { durationMs }), ...(messageId !== undefined && { messageId }) };
    await records.record(
      { delivery: record, claim, startedAt, leaseUntil: 0, failures, attempts },
      { state: 'sent', attempt },
    );
  }

  #count(channel: Planner, { delivery }: Claim, state: AttemptOutcome['state']): void {
    const name = state === 'pending' ? 'retried' : channel.metricOf(state, delivery);
    this.#dependencies.metrics.count(name, delivery.endpointId);
  }
}

const isFinal = (result: SendResult): boolean => result.state === 'failed' && result.isFinal;

/** An attempt that throws counts as failed and affects no other delivery. */
async function resultOf(send: Ready['send']): Promise<SendResult> {
  try {
    return await send();
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log('error', 'an attempt at a delivery threw an error', {}, error);
    return { state: 'failed', attempt: { durationMs: 0, error: INTERRUPTED }, reason, isFinal: false, isOurs: true };
  }
}

const loggedOf = ({ channel, about, endpointId }: Delivery) => ({ channel, about, endpointId });
