import { ApiError } from '../contract/errors.ts';
import { RETRY_AFTER_HEADER } from '../contract/headers.ts';
import { perMinute, type RateLimit, secondsToNextMinute } from '../storage/rateLimits.ts';

/**
 * What one endpoint gets of what all of them together may have: a flood of one endpoint leaves room for the others. A quarter of
 * a minute at one a second is 15, more than the files of a form.
 */
const ENDPOINT_SHARE = 1 / 4;
const SECONDS_PER_MINUTE = 60;

/** How often something may happen in this minute, at an endpoint and at all endpoints together. */
export function limitsOf(
  what: 'uploads' | 'challenges',
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

/** Refuses what goes beyond a limit, until the next minute. */
export function tooManyRequests(nowMs: number): ApiError {
  const seconds = secondsToNextMinute(nowMs);
  return new ApiError('TOO_MANY_REQUESTS', `Too many requests to this form: try again in ${seconds} seconds.`, {
    headers: { [RETRY_AFTER_HEADER]: String(seconds) },
  });
}
