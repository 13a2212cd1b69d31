/**
 * How long each part of a notification may take. Lease, time limit, margin and waits are computed from each other here
 * and nowhere else. Times are milliseconds unless a name says otherwise.
 */

/** Longest wait for one answer of DynamoDB or SQS. Both mostly answer within 20. */
export const CALL_ATTEMPT_MS = 600;
/** Attempts at such a call. */
export const CALL_ATTEMPTS = 2;
/** Longest pause of the SDK before the second attempt, which is the one after a throttled call. */
const SDK_PAUSE_MS = 500;
/** A call to DynamoDB or SQS, all attempts included. */
export const CALL_MS = CALL_ATTEMPTS * CALL_ATTEMPT_MS + SDK_PAUSE_MS;

/** Longest wait for SES's answer. What is not answered by then may or may not have been sent. */
export const SEND_ATTEMPT_MS = 3_000;
/** Calls to SES for one delivery: a second one without Reply-To, if the first was rejected. */
export const SEND_ATTEMPTS = 2;

/** A claim is a write, and a read when the write's condition did not hold. */
const CLAIM_MS = 2 * CALL_MS;
const MARK_MS = CALL_MS;

/** One delivery from its claim to its mark. */
export const DELIVERY_MS = CLAIM_MS + SEND_ATTEMPTS * SEND_ATTEMPT_MS + MARK_MS;

/** Clocks of two machines differ by no more than this. */
const CLOCK_SKEW_MS = 3_000;

/** How long a claim holds: whoever is still running has marked its delivery by then. */
export const LEASE_MS = DELIVERY_MS + CLOCK_SKEW_MS;

/** An invocation begins deliveries in this time from its start; what is left after it goes to the queue. */
export const SENDING_MS = 3_000;
/** Handing what is left to the queue, whose messages go out side by side. */
export const HANDOVER_MS = CALL_MS;

/** The function's time limit: the last delivery that begins has time to end, and what is left to be handed over. */
export const TIME_LIMIT_S = Math.ceil((SENDING_MS + DELIVERY_MS + HANDOVER_MS) / 1_000);

/**
 * Stream records of one invocation, and retries of a batch that failed. A record that uses up the time limit is alone
 * after three splits, which are no retries, and is put aside after its retries: in six times the limit.
 */
export const STREAM_BATCH_SIZE = 8;
export const STREAM_RETRIES = 2;

/** SQS hides a message that was handed out for this time; AWS advises six times the time limit. */
export const VISIBILITY_TIMEOUT_S = 6 * TIME_LIMIT_S;
/** Times that a message is handed out, with a function that dies or cannot reach the queue, before it is put aside. */
export const RECEIVES_MAX = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before the attempts at a delivery that failed; the last one repeats. */
const RETRY_WAITS_MS = [5_000, 20_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
/** After this time a notification counts as failed. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/**
 * The wait before the next attempt, a fifth of it random so that what failed together does not come back together.
 * @param attempt the attempt that failed, from 1
 */
export const retryWaitMs = (attempt: number, random: () => number = Math.random): number => {
  const wait = RETRY_WAITS_MS[Math.min(attempt, RETRY_WAITS_MS.length) - 1] ?? HOUR_MS;
  return Math.round(wait * (0.9 + 0.2 * random()));
};

/** A digest covers submissions of this time. */
export const DIGEST_PERIOD_MS = 15 * MINUTE_MS;
/**
 * A digest is written this long after its period. A submission gets its id at most 10 s, the time limit of its request,
 * before it is stored: by then all of the period are there.
 */
export const DIGEST_DELAY_MS = MINUTE_MS;
/** A submission stored this long before a digest was closed is surely in it, whatever the clocks say. */
export const DIGEST_MARGIN_MS = 30_000;
