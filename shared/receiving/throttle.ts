import type { ApiError } from '../contract/errors.ts';
import { tooManyRequests } from '../contract/headers.ts';
import { perMinute, type RateLimit, RateLimits, secondsToNextMinute } from '../storage/counters/rateLimits.ts';
import type { TableAccess } from '../storage/table/table.ts';

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

/** Dependencies of an operation of which each endpoint has a share; the gateway limits all endpoints together. */
export interface Shared {
  rateLimits: Pick<RateLimits, 'count'>;
  requestsPerSecond: number;
}

export const SHARED = {
  settings: ['requestsPerSecond'] as const,
  make: ({ requestsPerSecond }: Pick<Shared, 'requestsPerSecond'>, table: TableAccess): Shared => ({
    rateLimits: new RateLimits(table),
    requestsPerSecond,
  }),
};

/** @throws ApiError TOO_MANY_REQUESTS beyond the endpoint's share of this minute */
export async function countInShare(
  what: 'challenges' | 'rules',
  endpointId: string,
  { rateLimits, requestsPerSecond }: Shared,
): Promise<void> {
  const now = Date.now();
  const { own } = limitsOf(what, endpointId, requestsPerSecond, now);
  if (!(await rateLimits.count(own))) throw tooManyToForm(now);
}
