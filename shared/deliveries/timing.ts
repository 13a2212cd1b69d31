/**
 * Timing of deliveries: leases, time limits and waits are derived from each other here only. In milliseconds unless a
 * name says otherwise.
 */

import { QUEUE_DELAY_S_MAX } from '../runtime/awsLimits.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Timeout of one attempt at a call to DynamoDB or SQS. Both usually respond within 20. */
export const CALL_ATTEMPT_MS = 600;
/** Attempts at such a call. */
export const CALL_ATTEMPTS = 2;
/** Longest backoff of the SDK before the second attempt, after throttling. */
const SDK_PAUSE_MS = 500;
/** A call to DynamoDB or SQS with all attempts. */
export const CALL_MS = CALL_ATTEMPTS * CALL_ATTEMPT_MS + SDK_PAUSE_MS;

/** How long SQS waits for messages before it returns none. */
export const RECEIVE_WAIT_S = 1;
/** Timeout of that call. A late response may have messages, which stay hidden until their visibility timeout. */
export const RECEIVE_ATTEMPT_MS = RECEIVE_WAIT_S * SECOND_MS + 4 * SECOND_MS;
/** Receiving messages, with all attempts. */
export const RECEIVE_MS = CALL_ATTEMPTS * RECEIVE_ATTEMPT_MS + SDK_PAUSE_MS;

/** A claim is a write, and a read if the write's condition failed. */
const CLAIM_MS = 2 * CALL_MS;
/** Scheduling the next attempt (queue, else table) and recording the outcome. */
const RECORDING_MS = 3 * CALL_MS;
/** Clock skew between two machines. */
const CLOCK_SKEW_MS = 3 * SECOND_MS;

/** Timeout of a call to SES. After that, the message may or may not have been sent. */
export const SEND_ATTEMPT_MS = 3 * SECOND_MS;
/** Timeout of connecting to SES, TLS included, as a part of that. After it, nothing was sent. */
export const CONNECTING_MS = SEND_ATTEMPT_MS / 2;
/** Calls to SES for one delivery: a second one without Reply-To, if the first was rejected. */
export const SEND_ATTEMPTS = 2;
/** One mail from its claim to its recorded outcome. */
export const MAIL_DELIVERY_MS = CLAIM_MS + SEND_ATTEMPTS * SEND_ATTEMPT_MS + RECORDING_MS;
/** Lease of a mail: longer than an attempt can run. */
export const MAIL_LEASE_MS = MAIL_DELIVERY_MS + CLOCK_SKEW_MS;

/** How long an invocation starts mails; the rest goes to the queue. */
export const SENDING_MS = 2 * SECOND_MS;
/** Recording the rest as pending and queueing it. */
export const HANDOVER_MS = 2 * CALL_MS;
/** Timeout of the function that sends mails: lets the last mail finish and the rest be queued. */
export const MAIL_TIME_LIMIT_S = Math.ceil((SENDING_MS + MAIL_DELIVERY_MS + HANDOVER_MS) / SECOND_MS);

/** Timeout of a webhook request, from name resolution to the last byte read. */
export const POST_TIMEOUT_MS = 15 * SECOND_MS;
/** The longest interval between two messages that a service asks for (`paceMs` of its format). */
export const PACE_MAX_MS = SECOND_MS;
/** Recording the webhook's health, and notifying its endpoint's addresses if it is disabled. */
const NOTING_MS = 3 * CALL_MS;
/** One webhook request from its claim to its recorded outcome. */
export const WEBHOOK_DELIVERY_MS = CLAIM_MS + POST_TIMEOUT_MS + PACE_MAX_MS + NOTING_MS + RECORDING_MS;
export const WEBHOOK_LEASE_MS = WEBHOOK_DELIVERY_MS + CLOCK_SKEW_MS;
/** How long an invocation starts requests. */
export const POSTING_MS = 15 * SECOND_MS;
/** Timeout of the function that calls webhooks. */
export const WEBHOOK_TIME_LIMIT_S = Math.ceil((POSTING_MS + WEBHOOK_DELIVERY_MS + HANDOVER_MS) / SECOND_MS);

/**
 * Stream records per invocation, and retries of a failed batch. With this size, two parallel batches plan deliveries
 * as fast as one partition takes submissions. A record that uses up the timeout is isolated after six splits, which do
 * not count as retries, and put aside after its retry: in eight times the timeout, less than three minutes.
 */
export const STREAM_BATCH_SIZE = 64;
export const STREAM_RETRIES = 1;

/**
 * Visibility timeout of the queues: six times the function's time limit, as AWS recommends, so that AWS Lambda can retry
 * while the account's concurrency is used up. By then the function has certainly ended.
 */
export const visibilityTimeoutS = (timeLimitS: number): number => 6 * timeLimitS;
/**
 * How often a message is received before it goes to the dead-letter queue: by functions that die or cannot reach the
 * table, or by none because the account is throttled, which counts as well.
 */
export const RECEIVES_MAX = 10;

/** Longest delay of an SQS message; later messages wait in the table. */
export const QUEUE_DELAY_MAX_MS = QUEUE_DELAY_S_MAX * 1_000;
/** A delivery or message that is due within this time counts as due. */
export const EARLY_MS = SECOND_MS;

/** Waits after failed attempts at a mail, three days in total. The mail fails with the attempt after the last one. */
export const MAIL_RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  20 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  ...Array.from({ length: 35 }, () => 2 * HOUR_MS),
];
/** Waits after failed attempts at a confirmation, a day in total. */
export const CONFIRMATION_RETRY_WAITS_MS: readonly number[] = MAIL_RETRY_WAITS_MS.slice(0, 17);
/** Maximum age of a submission that is still confirmed. */
export const CONFIRMATION_AGE_MAX_MS = 24 * HOUR_MS;
/** Longest time between counting a confirmation and its acceptance by SES, clock skew included. */
const COUNTED_EARLY_MS = CALL_MS + SEND_ATTEMPT_MS + CLOCK_SKEW_MS;
/** How long a confirmation counts towards the limits of an hour and of a day. */
export const CONFIRMATION_HOUR_MS = HOUR_MS + COUNTED_EARLY_MS;
export const CONFIRMATION_DAY_MS = 24 * HOUR_MS + COUNTED_EARLY_MS;
/** How long only waiting confirmations may use what an endpoint may send again: until their release is certainly due. */
export const CONFIRMATION_RELEASE_MS = 5 * MINUTE_MS;
/** Waits before a message is processed again while the table is unreachable. */
export const MESSAGE_RETRY_WAITS_MS = MAIL_RETRY_WAITS_MS;

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
/** The longest wait that a receiver can request. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** A webhook without a success for this long is disabled at the next failure. */
export const SWITCH_OFF_AFTER_MS = 5 * 24 * HOUR_MS;

/** Jitter of a tenth in both directions, so that what failed together is not retried together. */
export const spread = (waitMs: number, random: () => number = Math.random): number =>
  Math.round(waitMs * (0.9 + 0.2 * random()));

/** The period of a digest. */
export const DIGEST_PERIOD_MS = 15 * MINUTE_MS;
/**
 * Wait after a period before its digest is written. A submission is stored at most 10 s after it gets its id, the
 * timeout of its request, so by then all of the period are stored.
 */
export const DIGEST_DELAY_MS = MINUTE_MS;
/** A submission stored this long before a digest was closed is certainly in it, despite clock skew. */
export const DIGEST_MARGIN_MS = 30 * SECOND_MS;
