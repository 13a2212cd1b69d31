import { formatTime } from '../contract/time.ts';
import { inParallel } from '../runtime/inParallel.ts';
import type { Lane } from '../storage/deliveries/dueMessages.ts';
import { pendingDeliveries } from '../storage/deliveries/pendingDeliveries.ts';
import type { Delivery, DeliveryRecord } from '../storage/deliveries/storedDelivery.ts';
import { LAST_PLACE } from '../storage/table/itemKeys.ts';
import type { Item } from '../storage/table/table.ts';
import { Attempts, type Ending, type EngineDependencies } from './attempts.ts';
import type { Channel, Plan, Planner, Ready } from './channel.ts';
import type { DeliveryEvent } from './events.ts';
import type { DeliveryMessage, UnrecordedSuccess } from './messages.ts';
import { EARLY_MS } from './timeoutsAndRetries.ts';

/** Decides when attempts start within an invocation: while there is time, and at the channel's rate. */
export interface Pacing {
  /** When no more start, in milliseconds since 1970. */
  until: number;
  /**
   * Waits until an attempt may start.
   * @returns false if no more may start
   */
  mayStart(): Promise<boolean>;
  /** Maximum number of attempts for one target, so that other targets get their share. */
  perTargetMax: number;
}

export interface ServedRange {
  readonly target: string;
  readonly from: string;
  /** Can be extended until the range is closed. */
  to: string;
  /** The end of the range that was read or is being read; deliveries that become pending up to there may have been missed. */
  readTo: string;
  isClosed: boolean;
}

export type RangeMessage = Pick<DeliveryMessage, 'channel' | 'endpointId' | 'group' | 'unclaimedSince'>;

const UNCLAIMED_WAIT_MS = 5_000;

/** The deliveries of a target that were not made, and the outcomes of the others. */
interface RunOutcome {
  left: Delivery[];
  endings: ReadonlySet<Ending>;
}

/** The rest of a range; left to a lane unless the target is gone. */
type Rest = { isGone: true } | { lane: Lane; group: string; from: string; isUnclaimed?: boolean };

/** Plans deliveries, and makes those of targets that have work; independent of channels. */
export class DeliveryEngine {
  readonly #dependencies: EngineDependencies;
  readonly #attempts: Attempts;
  readonly #now: () => number;

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#attempts = new Attempts(dependencies);
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Plans the deliveries of events, makes those that can start now, and records the others as pending for their lanes.
   * Repeatable.
   * @throws StorageUnavailable if something could be neither made nor left to a lane
   */
  async plan(
    channel: Planner,
    endpointId: string,
    events: readonly DeliveryEvent[],
    invocation: Pacing,
    images?: ReadonlyMap<string, Item>,
  ): Promise<void> {
    const { ready, queued, dismissed = [], group } = await channel.plan(endpointId, events, images);
    // These are still pending: a function may have died after claiming them.
    const recorded = await this.#dismiss(channel, dismissed);
    const { left } = await this.#run(channel, [...ready, ...recorded], invocation, false);
    await this.#leaveToLanes(channel, group, [...queued, { lane: channel.failingLane, deliveries: left }]);
  }

  /** @returns those that already have a record */
  async #dismiss(channel: Planner, dismissed: NonNullable<Plan['dismissed']>): Promise<Ready[]> {
    const { records, metrics } = this.#dependencies;
    const recorded = await records.dismiss(dismissed);
    for (const one of dismissed) {
      if (recorded.includes(one)) continue;
      if (one.hold) await one.hold();
      else metrics.count(channel.metricOf('skipped', one.delivery), one.delivery.endpointId);
    }
    return recorded;
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
        metrics.notePending(channel, lane, some, this.#now());
      }
    }
  }

  recordSent(channel: Planner, sent: UnrecordedSuccess): Promise<void> {
    return this.#attempts.recordSent(channel, sent);
  }

  /**
   * Makes a target's pending and due deliveries of a range. Those that cannot start in this invocation are left to a
   * lane.
   */
  async serve(channel: Channel, lane: Lane, message: RangeMessage, range: ServedRange, invocation: Pacing) {
    const { table } = this.#dependencies;
    for (let from = range.from; ; ) {
      const { target, to } = range;
      range.readTo = to;
      const whole = { channel: channel.name, target, from, to };
      for await (const page of pendingDeliveries(table, whole, channel.pageSize)) {
        for (const record of page) await this.#followBusy(channel, record);
        const due = page.filter((record) => this.#isDue(record));
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

  /** @returns the rest and its lane, if this invocation does not continue the range */
  async #servePage(
    channel: Channel,
    lane: Lane,
    { target, due, invocation }: { target: string; due: DeliveryRecord[]; invocation: Pacing },
  ): Promise<Rest | undefined> {
    const { records, metrics } = this.#dependencies;
    const prepared = await channel.prepare(target, due);
    if (!prepared) return { isGone: true };
    const { group } = prepared;
    if (prepared.lane !== lane) return { lane: prepared.lane, group, from: due[0]?.id ?? '' };
    for (const record of prepared.skipped) {
      await records.skip(record);
      metrics.count(channel.metricOf('skipped', record), record.endpointId);
    }
    const { left, endings } = await this.#run(channel, prepared.ready, invocation, channel.failingLane !== lane);
    const [first] = left.map(({ id }) => id).sort();
    const isMoving = endings.has('failed') && channel.failingLane !== lane;
    metrics.notePending(channel, lane, left, this.#now());
    if (first === undefined && !isMoving) return undefined;
    const from = first ?? `${due.at(-1)?.id}${LAST_PLACE}`;
    return { lane: isMoving ? channel.failingLane : lane, group, from, isUnclaimed: endings.has('unclaimed') };
  }

  async #leaveRest(
    { channel, endpointId, unclaimedSince = this.#now() }: RangeMessage,
    range: ServedRange,
    rest: Rest,
  ): Promise<void> {
    range.isClosed = true;
    if ('isGone' in rest || rest.from > range.to) return;
    const { lane, group, from, isUnclaimed = false } = rest;
    const serve = { target: range.target, from, to: range.to };
    const message = { channel, endpointId, group, tries: 0, serve, ...(isUnclaimed && { unclaimedSince }) };
    if (isUnclaimed) this.#dependencies.metrics.noteRetried(this.#now() - unclaimedSince);
    await this.#dependencies.queues.send(lane, message, this.#now() + (isUnclaimed ? UNCLAIMED_WAIT_MS : 0));
  }

  #isDue({ nextAttemptAt, leaseUntil = 0 }: DeliveryRecord): boolean {
    const soon = formatTime(new Date(this.#now() + EARLY_MS));
    const isTime = nextAttemptAt === undefined || nextAttemptAt <= soon;
    return isTime && leaseUntil <= this.#now();
  }

  /** The claim's owner may have died, and this may be its message: check again once the lease has ended. */
  async #followBusy(channel: Planner, record: DeliveryRecord): Promise<void> {
    const { leaseUntil = 0 } = record;
    if (leaseUntil > this.#now()) await this.#attempts.schedule(channel, record, leaseUntil);
  }

  /**
   * Makes deliveries to one target.
   * @param endsAtFailure whether to stop at the first failure, because the target changes its lane
   */
  async #run(channel: Planner, all: readonly Ready[], invocation: Pacing, endsAtFailure: boolean): Promise<RunOutcome> {
    const left = all.slice(invocation.perTargetMax).map(({ delivery }) => delivery);
    const errors: unknown[] = [];
    const endings = new Set<Ending>();
    await inParallel(all.slice(0, invocation.perTargetMax), channel.atOncePerTarget, async (next) => {
      const isStopped = endsAtFailure && endings.has('failed');
      try {
        const ending = !isStopped && (await invocation.mayStart()) ? await this.#attempts.make(channel, next) : 'left';
        endings.add(ending);
        if (ending === 'left' || ending === 'unclaimed') left.push(next.delivery);
      } catch (error) {
        errors.push(error);
      }
    });
    if (errors.length > 0) throw errors[0];
    return { left, endings };
  }
}
