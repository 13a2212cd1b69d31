import { writeMetrics } from '../../../runtime/metrics.ts';

/** Metrics of deliveries to webhooks: the name under which each is counted, and its name in CloudWatch. */
export const WEBHOOK_METRICS = {
  sent: 'WebhookDeliveriesSent',
  /** Attempts that failed and are followed by another. */
  retried: 'WebhookAttemptsRetried',
  /** Deliveries that failed for good. */
  failed: 'WebhookDeliveriesFailed',
  skipped: 'WebhookDeliveriesSkipped',
  /** Webhooks that the service switched off. */
  switchedOff: 'WebhooksSwitchedOff',
} as const;

type Counts = Record<keyof typeof WEBHOOK_METRICS, number>;

const NOTHING: Counts = { sent: 0, retried: 0, failed: 0, skipped: 0, switchedOff: 0 };

/** Counts within one invocation. */
export class WebhookMetrics {
  #counts: Counts = { ...NOTHING };

  count(name: keyof Counts): void {
    this.#counts[name]++;
  }

  /** Writes what was counted and begins anew. @returns what was counted */
  flush(): Counts {
    const counts = this.#counts;
    this.#counts = { ...NOTHING };
    const names = Object.keys(counts) as (keyof Counts)[];
    writeMetrics(names.map((name) => [WEBHOOK_METRICS[name], counts[name], 'Count']));
    return counts;
  }
}
