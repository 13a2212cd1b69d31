import { CALL_MS, deliveryMsOf, timeLimitSOf, withClockSkew } from '../../timeoutsAndRetries.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Timeout of a webhook request, from name resolution to the last byte read. */
export const POST_TIMEOUT_MS = 15 * SECOND_MS;
/** The longest interval between two messages that a service asks for (`paceMs` of its format). */
export const PACE_MAX_MS = SECOND_MS;
/** Recording the webhook's health, and notifying its endpoint's addresses if it is disabled. */
const NOTING_MS = 3 * CALL_MS;
export const WEBHOOK_DELIVERY_MS = deliveryMsOf(POST_TIMEOUT_MS + PACE_MAX_MS + NOTING_MS);
export const WEBHOOK_LEASE_MS = withClockSkew(WEBHOOK_DELIVERY_MS);
/** Time in which an invocation starts requests and receives messages. */
export const POSTING_MS = 15 * SECOND_MS;
export const WEBHOOK_TIME_LIMIT_S = timeLimitSOf(POSTING_MS, WEBHOOK_DELIVERY_MS);

/** Waits after failed attempts at a webhook. The delivery fails with the attempt after the last one. */
export const WEBHOOK_RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** A webhook without a success for this long is disabled at the next failure. */
export const SWITCH_OFF_AFTER_MS = 5 * 24 * HOUR_MS;
