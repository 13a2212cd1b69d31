import { DeliveryMetrics, ENGINE_METRICS, type OLDEST_PENDING_METRIC } from '../metrics.ts';
import { CONFIRMATION_METRICS } from './confirmation/confirmationMetrics.ts';
import { MAIL_METRICS } from './mail/mailMetrics.ts';
import { WEBHOOK_METRICS } from './webhook/webhookMetrics.ts';

const MAIL_LANE_METRICS = { ...ENGINE_METRICS, ...MAIL_METRICS, ...CONFIRMATION_METRICS };

/** Metrics of the engine and its channels: internal name and CloudWatch name. */
export const DELIVERY_METRICS = { ...MAIL_LANE_METRICS, ...WEBHOOK_METRICS };
export type DeliveryMetric = (typeof DELIVERY_METRICS)[keyof typeof DELIVERY_METRICS] | typeof OLDEST_PENDING_METRIC;

/** Counts in functions that send mail; of submissions in digests only for the statistics. */
export const newMailMetrics = () => new DeliveryMetrics({ ...MAIL_LANE_METRICS, inDigests: undefined });
