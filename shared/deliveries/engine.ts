import { formatTime, isoTimeOf } from '../contract/time.ts';
import { log } from '../runtime/log.ts';
import type { Item } from '../storage/attributeValues.ts';
import type { Claim, Delivery, DeliveryRecord, DeliveryRecords } from '../storage/deliveryRecords.ts';
import { LAST_PLACE } from '../storage/itemKeys.ts';
import type { Channel, Lane, Plan, Planner, Ready, SendResult } from './channel.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import type { DeliveryEvent } from './events.ts';
import type { DeliveryMessage, Sent } from './messages.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { EARLY_MS, RETRY_AFTER_MAX_MS, spread } from './timing.ts';

export interface EngineDependencies {
  records: DeliveryRecords;
  queues: DeliveryQueues;
  metrics: DeliveryMetrics;
  now?: () => number;
  random?: () => number;
}

/** An invocation, which starts attempts while it has time and, for mail, keeps the pace. */
export interface Invocation {
  /** Waits until an attempt may start. @returns false if none may start any more */
  mayStart(): Promise<boolean>;
  /** Attempts that it starts for one target at most: others have their turn. */
  perTargetMax: number;
}

/** A range of a target's deliveries that is being served. */
export interface ServedRange {
  readonly target: string;
  readonly from: string;
  /** It may move on until the range is closed. */
  to: string;
  isClosed: boolean;
}

/** A message that leads to a range, apart from the range. */
export type RangeMessage = Pick<DeliveryMessage, 'channel' | 'endpointId' | 'group'>;

/** Attempts to record what became of an attempt at a delivery. */
const RECORDINGS_MAX = 3;

/** Wait before deliveries that could not be claimed are tried again. */
const UNCLAIMED_WAIT_MS = 5_000;

/** How one attempt ended: `left` was not made, `unclaimed` neither, because the table could not be reached. */
type Ending = 'done' | 'failed' | 'left' | 'unclaimed';

/** Which of a target's deliveries were not made, and how others ended. */
interface RunOutcome {
  left: Delivery[];
  endings: ReadonlySet<Ending>;
}

/** The part of a range that is left to a lane, unless the target is gone. */
type Rest = { isGone: true } | { lane: Lane; group: string; from: string; waitMs?: number };

/** Plans deliveries and makes them: claim, send, record the outcome, retry or give up. It knows no channel's details. */
export class DeliveryEngine {
  readonly #dependencies: EngineDependencies;
  readonly #now: () => number;

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Plans the deliveries of events, makes those that can start at once, and leaves the others to their lanes, recorded as
   * pending. It may be repeated.
   * @throws StorageUnavailable when something could be neither made nor left to a lane
   */
  async plan(
    channel: Planner,
    endpointId: string,
    events: readonly DeliveryEvent[],
    invocation: Invocation,
    images?: ReadonlyMap<string, Item>,
  ): Promise<void> {
    const { ready, queued, group } = await channel.plan(endpointId, events, images);
    const { left } = await this.#run(channel, ready, invocation, false);
    await this.#leaveToLanes(channel, group, [...queued, { lane: channel.failingLane, deliveries: left }]);
  }

  async #leaveToLanes(channel: Planner, group: string, queued: Plan['queued']): Promise<void> {
    const { records, queues, metrics } = this.#dependencies;
    for (const { lane, deliveries } of queued) {
      await records.plan(deliveries);
      for (const target of new Set(deliveries.map((delivery) => delivery.target))) {
        const some = deliveries.filter((delivery) => delivery.target === target);
        const ids = some.map(({ id }) => id).sort();
        const endpointId = some[0]?.endpointId ?? '';
        const serve = { target, from: ids[0] ?? '', to: ids.at(-1) ?? '' };
        await queues.send(lane, { channel: channel.name, endpointId, group, tries: 0, serve });
        metrics.count('queued', endpointId, some.length);
        this.#notePending(lane, some);
      }
    }
  }

  /** Makes a target's deliveries of a range that are pending and due. What cannot start in this invocation is left to a lane. */
  async serve(channel: Channel, lane: Lane, message: RangeMessage, range: ServedRange, invocation: Invocation) {
    const { records } = this.#dependencies;
    for (let from = range.from; ; ) {
      const { target, to } = range;
      for await (const page of records.pending({ channel: channel.name, target, from, to }, channel.pageSize)) {
        if (page.unreadable.length > 0) {
          const { endpointId } = message;
          log('error', 'records of deliveries cannot be read', { endpointId, records: page.unreadable.length });
        }
        for (const record of page.records) await this.#followBusy(channel, record);
        const due = page.records.filter((record) => this.#isDue(record));
        if (due.length === 0) continue;
        const rest = await this.#servePage(channel, lane, { target, due, invocation });
        if (rest) await this.#leaveRest(message, range, rest);
        if (range.isClosed) return;
      }
      if (range.to === to) {
        range.isClosed = true;
        return;
      }
      from = to;
    }
  }

  /** @returns what remains to be done, and where, if this invocation does not go on with the range */
  async #servePage(
    channel: Channel,
    lane: Lane,
    { target, due, invocation }: { target: string; due: DeliveryRecord[]; invocation: Invocation },
  ): Promise<Rest | undefined> {
    const { records, metrics } = this.#dependencies;
    const prepared = await channel.prepare(target, due);
    if (!prepared) return { isGone: true };
    const { group } = prepared;
    if (prepared.lane !== lane) return { lane: prepared.lane, group, from: due[0]?.id ?? '' };
    for (const record of prepared.skipped) {
      await records.skip(record);
      metrics.count('skipped', record.endpointId);
    }
    const { left, endings } = await this.#run(channel, prepared.ready, invocation, channel.failingLane !== lane);
    const [first] = left.map(({ id }) => id).sort();
    const isMoving = endings.has('failed') && channel.failingLane !== lane;
    this.#notePending(lane, left);
    if (first === undefined && !isMoving) return undefined;
    const waitMs = endings.has('unclaimed') ? UNCLAIMED_WAIT_MS : 0;
    const from = first ?? `${due.at(-1)?.id}${LAST_PLACE}`;
    return { lane: isMoving ? channel.failingLane : lane, group, from, waitMs };
  }

  async #leaveRest({ channel, endpointId }: RangeMessage, range: ServedRange, rest: Rest): Promise<void> {
    range.isClosed = true;
    if ('isGone' in rest || rest.from > range.to) return;
    const { lane, group, from, waitMs = 0 } = rest;
    const serve = { target: range.target, from, to: range.to };
    const message = { channel, endpointId, group, tries: 0, serve };
    await this.#dependencies.queues.send(lane, message, this.#now() + waitMs);
  }

  /** Deliveries to receivers that fail may wait for days without anything being wrong here. */
  #notePending(lane: Lane, deliveries: readonly Delivery[]): void {
    if (lane === 'failingWebhook') return;
    for (const { createdAt } of deliveries)
      this.#dependencies.metrics.notePending(this.#now() - Date.parse(isoTimeOf(createdAt)));
  }

  #isDue({ nextAttemptAt, leaseUntil = 0 }: DeliveryRecord): boolean {
    const isTime = nextAttemptAt === undefined || nextAttemptAt <= this.#time(this.#now() + EARLY_MS);
    return isTime && leaseUntil <= this.#now();
  }

  /** Whoever holds a claim may have died, and its message may be this very one: look again when the claim has run out. */
  async #followBusy(channel: Planner, record: DeliveryRecord): Promise<void> {
    const { leaseUntil = 0 } = record;
    if (leaseUntil > this.#now()) await this.#scheduleAttempt(channel, record, leaseUntil);
  }

  /** Makes deliveries to one target. @param endsAtFailure whether the first failure ends them, because the target moves */
  async #run(
    channel: Planner,
    all: readonly Ready[],
    invocation: Invocation,
    endsAtFailure: boolean,
  ): Promise<RunOutcome> {
    const waiting = all.slice(0, invocation.perTargetMax);
    const left = all.slice(invocation.perTargetMax).map(({ delivery }) => delivery);
    const errors: unknown[] = [];
    const endings = new Set<Ending>();
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const isStopped = endsAtFailure && endings.has('failed');
        try {
          const ending = !isStopped && (await invocation.mayStart()) ? await this.#attempt(channel, next) : 'left';
          endings.add(ending);
          if (ending === 'left' || ending === 'unclaimed') left.push(next.delivery);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: channel.atOncePerTarget }, work));
    if (errors.length > 0) throw errors[0];
    return { left, endings };
  }

  /** @throws StorageUnavailable when the next attempt at it can be scheduled nowhere */
  async #attempt(channel: Planner, { delivery, record, send }: Ready): Promise<Ending> {
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
      await this.#scheduleAttempt(channel, delivery, claim.busyUntil);
      return 'done';
    }
    return this.#finish(channel, claim, await resultOf(send));
  }

  async #finish(channel: Planner, claim: Claim, result: SendResult): Promise<Ending> {
    const { delivery } = claim;
    const dueAt = result.state === 'failed' && !result.isFinal ? this.#nextAttempt(channel, claim, result) : undefined;
    // Before the outcome is recorded: a delivery that is pending has a message, whatever happens in between.
    if (dueAt !== undefined) await this.#scheduleAttempt(channel, delivery, dueAt);
    const state = result.state === 'sent' ? 'sent' : dueAt === undefined ? 'failed' : 'pending';
    const { attempt, answer } = result;
    const reason = result.state === 'failed' ? result.reason : undefined;
    const recorded = await this.#record(channel, claim, {
      ...{ state, attempt, answer, reason: state === 'failed' && !isFinal(result) ? `gave up: ${reason}` : reason },
      nextAttemptAt: dueAt === undefined ? undefined : this.#time(dueAt),
      needsOperator: state === 'failed' && channel.needsOperator,
    });
    if (state !== 'sent')
      log(state === 'failed' ? 'error' : 'warn', 'an attempt at a delivery failed', {
        ...loggedOf(delivery),
        state,
        error: attempt.error ?? 'unknown',
      });
    if (recorded === 'pending') this.#notePending(channel.failingLane, [delivery]);
    this.#count(claim, recorded);
    return result.state === 'sent' ? 'done' : 'failed';
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

  async #scheduleAttempt(channel: Planner, { target, id, endpointId }: Delivery, dueAt: number): Promise<void> {
    const serve = { target, from: id, to: id };
    const message = { channel: channel.name, endpointId, group: endpointId, tries: 0, serve };
    await this.#dependencies.queues.send(channel.failingLane, message, dueAt);
  }

  /** A success that cannot be recorded is recorded from the queue; another outcome is left to an attempt after the lease. */
  async #record(channel: Planner, claim: Claim, outcome: Parameters<DeliveryRecords['record']>[1]) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#dependencies.records.record(claim, outcome);
      } catch (error) {
        if (attempt < RECORDINGS_MAX) continue;
        log('warn', 'the outcome of a delivery could not be recorded', loggedOf(claim.delivery), error);
        if (outcome.state === 'sent') await this.#recordLater(channel, claim, outcome.attempt);
        else await this.#scheduleAttempt(channel, claim.delivery, claim.leaseUntil);
        return outcome.state;
      }
    }
  }

  async #recordLater(channel: Planner, { delivery, claim, startedAt }: Claim, attempt: SendResult['attempt']) {
    const { target, id, endpointId } = delivery;
    const { durationMs, messageId } = attempt;
    const sent = { target, id, claim, startedAt, durationMs, messageId };
    const message = { channel: channel.name, endpointId, group: endpointId, tries: 0, sent };
    try {
      await this.#dependencies.queues.send(channel.failingLane, message);
    } catch (error) {
      // It may be sent again: nobody can know of this attempt but the reader of this line.
      log('error', 'a delivery was sent but could not be recorded', { ...loggedOf(delivery), messageId }, error);
    }
  }

  /** Records a success that could not be recorded when it happened. */
  async recordSent(channel: Planner, { target, id, claim, startedAt, durationMs, messageId }: Sent): Promise<void> {
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

  #count({ delivery: { about, endpointId } }: Claim, state: 'sent' | 'pending' | 'failed'): void {
    const { metrics } = this.#dependencies;
    if (state === 'sent') metrics.count(about.startsWith('dig_') ? 'digests' : 'sent', endpointId);
    else metrics.count(state === 'failed' ? 'failed' : 'retried', endpointId);
  }

  #time(ms: number): string {
    return formatTime(new Date(ms));
  }
}

const isFinal = (result: SendResult): boolean => result.state === 'failed' && result.isFinal;

/** An attempt that throws has failed as well: it holds up this delivery alone. */
async function resultOf(send: Ready['send']): Promise<SendResult> {
  try {
    return await send();
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log('error', 'an attempt at a delivery ended with an error', {}, error);
    return { state: 'failed', attempt: { durationMs: 0, error: 'interrupted' }, reason, isFinal: false };
  }
}

const loggedOf = ({ channel, about, endpointId }: Delivery) => ({ channel, about, endpointId });
