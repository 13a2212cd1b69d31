import { describe, expect, test } from '@jest/globals';
import { type LimitSetting, Throttle } from '../../../../local/gateway/throttle.ts';
import { synthesizeStack } from '../../../support/cloud/stack.ts';

const FORM = ['POST', '/v1/f/{endpointId}'] as const;
const LIST = ['GET', '/v1/endpoints'] as const;
const TEST = ['POST', '/v1/webhook/{id}/test'] as const;

const { template } = await synthesizeStack({ formsPerSecond: 5, requestsPerSecond: 3 });
let nowMs = 0;

const throttleBy = (...given: LimitSetting[]) => new Throttle(template, new Set(given), () => nowMs);

/** How many of 100 concurrent requests a method accepts. */
const acceptedOf = (throttle: Throttle, [method, path]: readonly [string, string]): number =>
  Array.from({ length: 100 }).filter(() => throttle.accepts(method, path)).length;

describe('the local gateway', () => {
  test('accepts a burst of twice the rate of a method, then its rate', () => {
    const throttle = throttleBy('formsPerSecond', 'requestsPerSecond');
    expect(acceptedOf(throttle, FORM)).toBe(10);
    nowMs += 1_000;
    expect(acceptedOf(throttle, FORM)).toBe(5);
    nowMs += 60_000;
    expect(acceptedOf(throttle, FORM)).toBe(10);
  });

  test('throttles each method separately, by its own limit or that of the stage', () => {
    const throttle = throttleBy('formsPerSecond', 'requestsPerSecond');
    expect([FORM, LIST, TEST, ['ANY', '/{proxy+}'] as const].map((route) => acceptedOf(throttle, route))).toEqual([
      10, 6, 2, 6,
    ]);
  });

  test('throttles only by the given limits', () => {
    expect([FORM, LIST].map((route) => acceptedOf(throttleBy('formsPerSecond'), route))).toEqual([10, 100]);
    expect([FORM, LIST].map((route) => acceptedOf(throttleBy(), route))).toEqual([100, 100]);
  });
});
