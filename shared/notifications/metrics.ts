/** Metrics of the notification pipeline: the name under which each is counted, and its name in CloudWatch. */
export const NOTIFICATION_METRICS = {
  sent: 'NotificationsSent',
  failed: 'NotificationsFailed',
  retried: 'NotificationsRetried',
} as const;

/** Age of the oldest submission of a batch that is not announced to everybody yet, in milliseconds. */
export const OLDEST_UNSENT_METRIC = 'OldestUnsentAge';

/** Namespace of the service's own metrics. */
export const METRICS_NAMESPACE = 'FormsBackend';

type Counted = keyof typeof NOTIFICATION_METRICS;

/** Counts within one invocation and writes the result as one line in CloudWatch's embedded metric format. */
export class NotificationMetrics {
  #counts: Record<Counted, number> = { sent: 0, failed: 0, retried: 0 };

  count(name: Counted): void {
    this.#counts[name]++;
  }

  /** @param oldestUnsentAgeMs 0 when everything is done */
  flush(oldestUnsentAgeMs: number): void {
    const values = Object.entries(this.#counts).map(([name, count]) => [NOTIFICATION_METRICS[name as Counted], count]);
    const line = {
      _aws: { Timestamp: Date.now(), CloudWatchMetrics: [DEFINITION] },
      functionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'local',
      ...Object.fromEntries(values),
      [OLDEST_UNSENT_METRIC]: oldestUnsentAgeMs,
    };
    this.#counts = { sent: 0, failed: 0, retried: 0 };
    console.info(JSON.stringify(line));
  }
}

const DEFINITION = {
  Namespace: METRICS_NAMESPACE,
  Dimensions: [['functionName']],
  Metrics: [
    ...Object.values(NOTIFICATION_METRICS).map((Name) => ({ Name, Unit: 'Count' })),
    { Name: OLDEST_UNSENT_METRIC, Unit: 'Milliseconds' },
  ],
};
