import { isoTimeOf } from '../contract/time.ts';
import { type MetricValue, writeMetrics } from '../runtime/metrics.ts';
import type { Lane } from '../storage/deliveries/dueMessages.ts';
import type { Delivery } from '../storage/deliveries/storedDelivery.ts';
import type { Planner } from './channel.ts';

/** Metrics of all channels: internal name and CloudWatch name. */
export const ENGINE_METRICS = {
  sent: 'DeliveriesSent',
  retried: 'DeliveriesRetried',
  failed: 'DeliveriesFailed',
  skipped: 'DeliveriesSkipped',
  /** Deliveries that planning handed to a queue. */
  queued: 'DeliveriesQueued',
} as const;

/** Age of the oldest delivery that an invocation could not make yet, in milliseconds. */
export const OLDEST_PENDING_METRIC = 'OldestPendingAge';

export interface Counted<Name extends string> {
  counts: Record<Name, number>;
  ofEndpoints: ReadonlyMap<string, Record<Name, number>>;
}

/** Counts within one invocation and writes the result as one line in CloudWatch's embedded metric format. */
export class DeliveryMetrics<Name extends string> {
  readonly #metrics: Readonly<Record<Name, string | undefined>>;
  #ofEndpoints = new Map<string, Record<Name, number>>();
  #oldestPendingMs = 0;

  /** @param metrics names of counts, with the CloudWatch name of those that are metrics */
  constructor(metrics: Readonly<Record<Name, string | undefined>>) {
    this.#metrics = metrics;
  }

  get #names(): Name[] {
    return Object.keys(this.#metrics) as Name[];
  }

  count(name: Name, endpointId: string, times = 1): void {
    const counts = this.#ofEndpoints.get(endpointId) ?? this.#sumOf([]);
    counts[name] += times;
    this.#ofEndpoints.set(endpointId, counts);
  }

  /** Records the age of pending deliveries, except those that may grow old. */
  notePending(
    channel: Pick<Planner, 'mayGrowOld'>,
    lane: Lane,
    deliveries: readonly (Pick<Delivery, 'createdAt' | 'arrivedAt'> & { reason?: string })[],
    now: number,
  ): void {
    for (const delivery of deliveries) {
      const { createdAt, arrivedAt = createdAt } = delivery;
      if (!channel.mayGrowOld?.(lane, delivery))
        this.#oldestPendingMs = Math.max(this.#oldestPendingMs, now - Date.parse(isoTimeOf(arrivedAt)));
    }
  }

  /** Records for how long deliveries could not be planned, read, claimed or sent for a reason of the service's own. */
  noteRetried(forMs: number): void {
    this.#oldestPendingMs = Math.max(this.#oldestPendingMs, forMs);
  }

  take(): Counted<Name> {
    const ofEndpoints = this.#ofEndpoints;
    this.#ofEndpoints = new Map();
    return { counts: this.#sumOf(ofEndpoints.values()), ofEndpoints };
  }

  flush(): Counted<Name> {
    const counted = this.take();
    const oldestPendingMs = this.#oldestPendingMs;
    this.#oldestPendingMs = 0;
    writeMetrics([
      ...this.#names.flatMap((name): MetricValue[] => {
        const metric = this.#metrics[name];
        return metric === undefined ? [] : [[metric, counted.counts[name], 'Count']];
      }),
      [OLDEST_PENDING_METRIC, oldestPendingMs, 'Milliseconds'],
    ]);
    return counted;
  }

  #sumOf(all: Iterable<Record<Name, number>>): Record<Name, number> {
    const sum = Object.fromEntries(this.#names.map((name) => [name, 0])) as Record<Name, number>;
    for (const counts of all) for (const name of this.#names) sum[name] += counts[name];
    return sum;
  }
}
