import { type MetricValue, writeMetrics } from '../runtime/metrics.ts';

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

type Counts = Record<keyof typeof NOTIFICATION_METRICS, number>;

const NOTHING: Counts = { sent: 0, failed: 0, queued: 0, digests: 0, overBudget: 0 };

/** Counts within one invocation and writes the result as one line in CloudWatch's embedded metric format. */
export class NotificationMetrics {
  #counts: Counts = { ...NOTHING };

  count(name: keyof Counts, times = 1): void {
    this.#counts[name] += times;
  }

  /** What was counted; then it begins anew. */
  take(): Counts {
    const counts = this.#counts;
    this.#counts = { ...NOTHING };
    return counts;
  }

  /**
   * Writes what was counted and begins anew.
   * @param oldestUnsentAgeMs 0 when everything is done
   * @returns what was counted
   */
  flush(oldestUnsentAgeMs = 0): Counts {
    const counts = this.take();
    const names = Object.keys(counts) as (keyof Counts)[];
    writeMetrics([
      ...names.map((name): MetricValue => [NOTIFICATION_METRICS[name], counts[name], 'Count']),
      [OLDEST_UNSENT_METRIC, oldestUnsentAgeMs, 'Milliseconds'],
    ]);
    return counts;
  }
}
