import { expect, test } from '@jest/globals';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { perHour, perMinute } from '../../../../../shared/storage/counters/rateLimits.ts';

test.each([
  ['a minute', perMinute, 60_000],
  ['an hour', perHour, 3_600_000],
])('counts for %s, and names the endpoint that it counts for', (_what, per, periodMs) => {
  const id = newId('endpoint');
  const at = (ms: number) => per(id, 'posts', 1, ms).key.SK;
  expect([at(periodMs), at(2 * periodMs - 1), at(2 * periodMs)].map((key) => key === at(periodMs))).toEqual([
    true,
    true,
    false,
  ]);
  expect([id, 'key_1', 'all'].map((whose) => per(whose, 'posts', 1, 0).endpointId)).toEqual([id, undefined, undefined]);
});
