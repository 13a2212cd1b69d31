/**
 * Timing of all deliveries, from which each channel derives its leases, time limits and waits. In milliseconds unless a
 * name says otherwise.
 */

import { QUEUE_DELAY_S_MAX } from '../runtime/awsLimits.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Timeout of one attempt at a call to DynamoDB or SQS. Both usually respond within 20. */
export const CALL_ATTEMPT_MS = 600;
export const CALL_ATTEMPTS = 2;
/** Longest backoff of the SDK before the second attempt, after throttling. */
const SDK_PAUSE_MS = 500;
/** A call to DynamoDB or SQS with all attempts. */
export const CALL_MS = CALL_ATTEMPTS * CALL_ATTEMPT_MS + SDK_PAUSE_MS;

/** Long polling: SQS waits this long for messages before it returns an empty list. */
export const RECEIVE_WAIT_S = 1;
/** Timeout of that call. A late response may have messages, which stay hidden until their visibility timeout. */
export const RECEIVE_ATTEMPT_MS = RECEIVE_WAIT_S * SECOND_MS + 4 * SECOND_MS;
export const RECEIVE_MS = CALL_ATTEMPTS * RECEIVE_ATTEMPT_MS + SDK_PAUSE_MS;

/** A claim is a write, and a read if the write's condition failed. */
const CLAIM_MS = 2 * CALL_MS;
/** Scheduling the next attempt (queue, else table) and recording the outcome. */
const RECORDING_MS = 3 * CALL_MS;
/** Clock skew between two machines. */
const CLOCK_SKEW_MS = 3 * SECOND_MS;

/** A delivery from its claim to its recorded outcome. @param attemptMs the longest that an attempt can take */
export const deliveryMsOf = (attemptMs: number): number => CLAIM_MS + attemptMs + RECORDING_MS;
/** A time that outlasts this one on another machine's clock, too. */
export const withClockSkew = (ms: number): number => ms + CLOCK_SKEW_MS;

/** Recording the rest as pending and queueing it. */
export const HANDOVER_MS = 2 * CALL_MS;
/** A function's timeout: lets the last delivery that it starts finish, and the rest be queued. */
export const timeLimitSOf = (startingMs: number, deliveryMs: number): number =>
  Math.ceil((startingMs + deliveryMs + HANDOVER_MS) / SECOND_MS);

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

/** Waits before a message is processed again while the table is unreachable, three days in total. */
export const MESSAGE_RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  20 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  ...Array.from({ length: 35 }, () => 2 * HOUR_MS),
];

export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** Jitter of a tenth in both directions, so that deliveries that failed together are not retried together. */
export const spread = (waitMs: number, random: () => number = Math.random): number =>
  Math.round(waitMs * (0.9 + 0.2 * random()));
