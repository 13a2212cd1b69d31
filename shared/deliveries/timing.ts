/**
 * How long each part of a delivery may take. Leases, time limits and waits are computed from each other here and nowhere
 * else. Times are milliseconds unless a name says otherwise.
 */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Longest wait for one answer of DynamoDB or SQS. Both mostly answer within 20. */
export const CALL_ATTEMPT_MS = 600;
/** Attempts at such a call. */
export const CALL_ATTEMPTS = 2;
/** Longest pause of the SDK before the second attempt, which is the one after a throttled call. */
const SDK_PAUSE_MS = 500;
/** A call to DynamoDB or SQS, all attempts included. */
export const CALL_MS = CALL_ATTEMPTS * CALL_ATTEMPT_MS + SDK_PAUSE_MS;

/** How long SQS waits for a message to arrive before it answers that there is none. */
export const RECEIVE_WAIT_S = 1;
/** Longest wait for that answer. One that comes too late may have messages, which are hidden until their visibility timeout. */
export const RECEIVE_ATTEMPT_MS = RECEIVE_WAIT_S * SECOND_MS + 4 * SECOND_MS;
/** Receiving messages, all attempts included. */
export const RECEIVE_MS = CALL_ATTEMPTS * RECEIVE_ATTEMPT_MS + SDK_PAUSE_MS;

/** A claim is a write, and a read if the write's condition did not hold. */
const CLAIM_MS = 2 * CALL_MS;
/** Scheduling the next attempt (queue, else table) and recording the outcome. */
const RECORDING_MS = 3 * CALL_MS;
/** Difference between the clocks of two machines. */
const CLOCK_SKEW_MS = 3 * SECOND_MS;

/** Longest wait for SES's answer. A message without an answer by then may or may not have been sent. */
export const SEND_ATTEMPT_MS = 3 * SECOND_MS;
/** Calls to SES for one delivery: a second one without Reply-To, if the first was rejected. */
export const SEND_ATTEMPTS = 2;
/** One mail from its claim to its recorded outcome. */
export const MAIL_DELIVERY_MS = CLAIM_MS + SEND_ATTEMPTS * SEND_ATTEMPT_MS + RECORDING_MS;
/** How long the claim of a mail holds: an attempt that is still running has ended by then. */
export const MAIL_LEASE_MS = MAIL_DELIVERY_MS + CLOCK_SKEW_MS;

/** An invocation starts mails during this time; the rest goes to the queue. */
export const SENDING_MS = 2 * SECOND_MS;
/** Recording the rest as pending and handing it to the queue. */
export const HANDOVER_MS = 2 * CALL_MS;
/** Time limit of the function that sends mails: the last one to start has time to end, and the rest to be handed over. */
export const MAIL_TIME_LIMIT_S = Math.ceil((SENDING_MS + MAIL_DELIVERY_MS + HANDOVER_MS) / SECOND_MS);

/** How long a request to a webhook may take, from name resolution to the last byte that is read. */
export const POST_TIMEOUT_MS = 15 * SECOND_MS;
/** The longest pause that a service wants between two messages (`paceMs` of its format). */
export const PACE_MAX_MS = SECOND_MS;
/** Recording how the webhook does, and telling its endpoint's addresses when it is disabled. */
const NOTING_MS = 3 * CALL_MS;
/** One request to a webhook from its claim to its recorded outcome. */
export const WEBHOOK_DELIVERY_MS = CLAIM_MS + POST_TIMEOUT_MS + PACE_MAX_MS + NOTING_MS + RECORDING_MS;
export const WEBHOOK_LEASE_MS = WEBHOOK_DELIVERY_MS + CLOCK_SKEW_MS;
/** An invocation starts requests during this time. */
export const POSTING_MS = 15 * SECOND_MS;
/** Time limit of the function that calls webhooks. */
export const WEBHOOK_TIME_LIMIT_S = Math.ceil((POSTING_MS + WEBHOOK_DELIVERY_MS + HANDOVER_MS) / SECOND_MS);

/**
 * Stream records of one invocation, and retries of a batch that failed. A record that uses up the time limit is alone
 * after four splits, which are no retries, and is put aside after its retry: in six times the limit, two minutes.
 */
export const STREAM_BATCH_SIZE = 16;
export const STREAM_RETRIES = 1;

/** How long SQS hides a message that was handed out: until the function has surely ended. */
export const visibilityTimeoutS = (timeLimitS: number): number => 2 * timeLimitS;
/** Times that a message is handed out, with a function that dies or cannot reach the table, before it is put aside. */
export const RECEIVES_MAX = 5;

/** Longest delay of an SQS message; later messages wait in the table. */
export const QUEUE_DELAY_MAX_MS = 15 * MINUTE_MS;
/** A delivery or message that is due this soon counts as due. */
export const EARLY_MS = SECOND_MS;

/** Waits after the failed attempts at a mail: three days in all. After the attempt that follows the last one it has failed. */
export const MAIL_RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  20 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  ...Array.from({ length: 35 }, () => 2 * HOUR_MS),
];
/** Waits before a message is processed again while the table cannot be reached. */
export const MESSAGE_RETRY_WAITS_MS = MAIL_RETRY_WAITS_MS;

/** Waits after the failed attempts at a webhook. After the attempt that follows the last one a delivery has failed. */
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
/** The longest wait that a receiver may ask for. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** A webhook without a successful delivery for this long is disabled at the next failure. */
export const SWITCH_OFF_AFTER_MS = 5 * 24 * HOUR_MS;

/** Spreads a wait by a tenth in both directions, so that what failed together is not retried together. */
export const spread = (waitMs: number, random: () => number = Math.random): number =>
  Math.round(waitMs * (0.9 + 0.2 * random()));

/** A digest covers submissions of this time. */
export const DIGEST_PERIOD_MS = 15 * MINUTE_MS;
/**
 * A digest is written this long after its period. A submission gets its id at most 10 s, the time limit of its request,
 * before it is stored: by then all of the period are there.
 */
export const DIGEST_DELAY_MS = MINUTE_MS;
/** A submission stored this long before a digest was closed is surely in it, despite clock skew. */
export const DIGEST_MARGIN_MS = 30 * SECOND_MS;
