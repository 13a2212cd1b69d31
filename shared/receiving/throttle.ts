import type { ApiError } from '../contract/errors.ts';
import { tooManyRequests } from '../contract/headers.ts';
import { perMinute, type RateLimit, secondsToNextMinute } from '../storage/counters/rateLimits.ts';

/**
 * One endpoint's share of the total limit, so that a flood leaves room for other endpoints. At one per second, a
 * quarter of a minute is 15, more than the files of a form.
 */
const ENDPOINT_SHARE = 1 / 4;
const SECONDS_PER_MINUTE = 60;

export function limitsOf(
  what: 'uploads' | 'challenges' | 'rules',
  endpointId: string,
  perSecond: number,
  nowMs: number,
): { own: RateLimit; all: RateLimit } {
  const max = perSecond * SECONDS_PER_MINUTE;
  return {
    own: perMinute(endpointId, what, Math.ceil(max * ENDPOINT_SHARE), nowMs),
    all: perMinute('all', what, max, nowMs),
  };
}

/** The error for requests beyond a limit, until the next minute. */
export function tooManyToForm(nowMs: number): ApiError {
  const seconds = secondsToNextMinute(nowMs);
  return tooManyRequests(`Too many requests to this form: try again in ${seconds} seconds.`, seconds);
}
