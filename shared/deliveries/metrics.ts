import { CONFIRMATION_WAITS } from '../contract/schemas/deliveries.ts';
import { isoTimeOf } from '../contract/time.ts';
import { type MetricValue, writeMetrics } from '../runtime/metrics.ts';
import type { Delivery } from '../storage/deliveryRecord.ts';
import type { ChannelName } from '../storage/partitions.ts';
import type { Lane } from './channel.ts';

/** Delivery metrics: internal name and CloudWatch name. */
export const DELIVERY_METRICS = {
  sent: 'DeliveriesSent',
  /** Failed attempts with a retry. */
  retried: 'DeliveriesRetried',
  failed: 'DeliveriesFailed',
  skipped: 'DeliveriesSkipped',
  /** Deliveries that planning handed to a queue. */
  queued: 'DeliveriesQueued',
  /** Mails about many submissions. */
  digests: 'DigestsSent',
  /** Submissions for a digest, because their endpoint exceeds its budget of mails. */
  overBudget: 'SubmissionsOverMailBudget',
  /** Confirmations: sent, failed, and skipped because of a limit or the address. */
  confirmations: 'ConfirmationsSent',
  confirmationsFailed: 'ConfirmationsFailed',
  confirmationsSkipped: 'ConfirmationsSkipped',
  /** Bounces and complaints that postponed further confirmations, because there were too many. */
  confirmationsStopped: 'ConfirmationsStopped',
  /** Webhooks that the service disabled. */
  disabled: 'WebhooksDisabled',
} as const;
export type DeliveryMetric = (typeof DELIVERY_METRICS)[keyof typeof DELIVERY_METRICS] | typeof OLDEST_PENDING_METRIC;

/** Age of the oldest delivery that an invocation could not make yet, in milliseconds. */
export const OLDEST_PENDING_METRIC = 'OldestPendingAge';

/** Counts of each metric, and of submissions in digests, which only the statistics include. */
export type Counts = Record<keyof typeof DELIVERY_METRICS | 'inDigests', number>;

const NOTHING = Object.fromEntries([...Object.keys(DELIVERY_METRICS), 'inDigests'].map((name) => [name, 0])) as Counts;

type CountedOutcome = 'sent' | 'failed' | 'skipped';

/** Metrics of channels that are not counted with the others. */
const OWN_METRICS: Partial<Record<ChannelName, Record<CountedOutcome, keyof Counts>>> = {
  confirmation: { sent: 'confirmations', failed: 'confirmationsFailed', skipped: 'confirmationsSkipped' },
};

export const metricOf = (channel: ChannelName, outcome: CountedOutcome): keyof Counts =>
  OWN_METRICS[channel]?.[outcome] ?? outcome;

/** Counts of one invocation: total and by endpoint. */
export interface CountedMails {
  counts: Counts;
  ofEndpoints: ReadonlyMap<string, Counts>;
}

/** Counts within one invocation and writes the result as one line in CloudWatch's embedded metric format. */
export class DeliveryMetrics {
  #ofEndpoints = new Map<string, Counts>();
  #oldestPendingMs = 0;

  count(name: keyof Counts, endpointId: string, times = 1): void {
    const counts = this.#ofEndpoints.get(endpointId) ?? { ...NOTHING };
    counts[name] += times;
    this.#ofEndpoints.set(endpointId, counts);
  }

  /** Records the age of pending deliveries, except those that wait on purpose or for failing receivers, perhaps for days. */
  notePending(
    lane: Lane,
    deliveries: readonly (Pick<Delivery, 'createdAt'> & { reason?: string })[],
    now: number,
  ): void {
    if (lane === 'failingWebhook') return;
    for (const { createdAt, reason = '' } of deliveries)
      if (!CONFIRMATION_WAITS.includes(reason))
        this.#oldestPendingMs = Math.max(this.#oldestPendingMs, now - Date.parse(isoTimeOf(createdAt)));
  }

  /** The counts since the last call. */
  take(): CountedMails {
    const ofEndpoints = this.#ofEndpoints;
    this.#ofEndpoints = new Map();
    return { counts: sumOf(ofEndpoints.values()), ofEndpoints };
  }

  /** Writes the counts since the last call. */
  flush(): CountedMails {
    const counted = this.take();
    const oldestPendingMs = this.#oldestPendingMs;
    this.#oldestPendingMs = 0;
    const metrics = Object.entries(DELIVERY_METRICS) as [keyof typeof DELIVERY_METRICS, string][];
    writeMetrics([
      ...metrics.map(([name, metric]): MetricValue => [metric, counted.counts[name], 'Count']),
      [OLDEST_PENDING_METRIC, oldestPendingMs, 'Milliseconds'],
    ]);
    return counted;
  }
}

function sumOf(all: Iterable<Counts>): Counts {
  const sum = { ...NOTHING };
  for (const counts of all) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  return sum;
}
