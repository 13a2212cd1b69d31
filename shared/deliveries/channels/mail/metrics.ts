import { type MetricValue, writeMetrics } from '../../../runtime/metrics.ts';

/** Metrics of the notification pipeline: the name under which each is counted, and its name in CloudWatch. */
export const NOTIFICATION_METRICS = {
  /** Mails about one submission. */
  sent: 'NotificationsSent',
  failed: 'NotificationsFailed',
  /** Handed to the queue, to be sent later. */
  queued: 'NotificationsQueued',
  /** Mails about many submissions. */
  digests: 'DigestsSent',
  /** Submissions that are announced in a digest because their endpoint is over its budget. */
  overBudget: 'SubmissionsOverMailBudget',
} as const;

/** Age of the oldest submission that an invocation could not announce yet, in milliseconds. */
export const OLDEST_UNSENT_METRIC = 'OldestUnsentAge';

/** What is counted: each metric, and the submissions that digests told of, which statistics alone have. */
export type Counts = Record<keyof typeof NOTIFICATION_METRICS | 'inDigests', number>;

const NOTHING: Counts = { sent: 0, failed: 0, queued: 0, digests: 0, overBudget: 0, inDigests: 0 };

/** What one invocation counted: in all, and of each endpoint that something was counted of. */
export interface Counted {
  counts: Counts;
  ofEndpoints: ReadonlyMap<string, Counts>;
}

/** Counts within one invocation and writes the result as one line in CloudWatch's embedded metric format. */
export class NotificationMetrics {
  #ofEndpoints = new Map<string, Counts>();

  count(name: keyof Counts, endpointId: string, times = 1): void {
    const counts = this.#ofEndpoints.get(endpointId) ?? { ...NOTHING };
    counts[name] += times;
    this.#ofEndpoints.set(endpointId, counts);
  }

  /** What was counted; then it begins anew. */
  take(): Counted {
    const ofEndpoints = this.#ofEndpoints;
    this.#ofEndpoints = new Map();
    return { counts: sumOf(ofEndpoints.values()), ofEndpoints };
  }

  /**
   * Writes what was counted and begins anew.
   * @param oldestUnsentAgeMs 0 when everything is done
   */
  flush(oldestUnsentAgeMs = 0): Counted {
    const counted = this.take();
    const metrics = Object.entries(NOTIFICATION_METRICS) as [keyof typeof NOTIFICATION_METRICS, string][];
    writeMetrics([
      ...metrics.map(([name, metric]): MetricValue => [metric, counted.counts[name], 'Count']),
      [OLDEST_UNSENT_METRIC, oldestUnsentAgeMs, 'Milliseconds'],
    ]);
    return counted;
  }
}

function sumOf(all: Iterable<Counts>): Counts {
  const sum = { ...NOTHING };
  for (const counts of all) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  return sum;
}
