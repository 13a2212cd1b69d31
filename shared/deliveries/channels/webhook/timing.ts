import { CALL_MS } from '../mail/timing.ts';
import { POST_TIMEOUT_MS } from './post.ts';

/** How long each part of a delivery to a webhook may take, computed from each other. Milliseconds unless a name says otherwise. */

/** Clocks of two machines differ by no more than this. */
const CLOCK_SKEW_MS = 3_000;

/** Reading what is to be sent and claiming it; a claim is read once more when its condition did not hold. */
const BEGINNING_MS = 3 * CALL_MS;
/** Noting when the next attempt is due, how the webhook is, and what became of the attempt. */
const ENDING_MS = 4 * CALL_MS;

/** How long a claim holds: whoever is still running has marked its delivery by then. */
export const LEASE_MS = POST_TIMEOUT_MS + ENDING_MS + CLOCK_SKEW_MS;

/** The longest that a service wants between two messages (`paceMs` of its format). */
export const PACE_MAX_MS = 1_000;

/** The function's time limit. */
export const TIME_LIMIT_S = Math.ceil((BEGINNING_MS + POST_TIMEOUT_MS + ENDING_MS + PACE_MAX_MS) / 1_000);

/** SQS hides a message that was handed out for this time; AWS advises six times the time limit. */
export const VISIBILITY_TIMEOUT_S = 6 * TIME_LIMIT_S;
/** Times that a message is handed out, with a function that dies or cannot reach the table, before it is put aside. */
export const RECEIVES_MAX = 5;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the attempts that failed. After the attempt that follows the last one a delivery has failed. */
export const RETRY_WAITS_MS: readonly number[] = [
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

/** The longest that a receiver may ask to be left alone. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** A webhook to which nothing was delivered for so long is switched off at the next failure. */
export const SWITCH_OFF_AFTER_MS = 5 * 24 * HOUR_MS;

/** What is due within this time waits in a queue, SQS's longest delay; anything else in the table. */
export const QUEUED_WAIT_MAX_MS = 15 * MINUTE_MS;

/**
 * The wait before the next attempt, a fifth of it random so that what failed together does not come back together.
 * @param failures attempts that failed, from 1
 * @param retryAfterS what the receiver asked for
 * @returns undefined after the last attempt
 */
export function nextWaitMs(failures: number, retryAfterS = 0, random: () => number = Math.random): number | undefined {
  const wait = RETRY_WAITS_MS[failures - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (0.9 + 0.2 * random())), Math.min(retryAfterS * SECOND_MS, RETRY_AFTER_MAX_MS));
}
