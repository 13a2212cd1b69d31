import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LEASE_MS } from '../../../shared/deliveries/channels/mail/timing.ts';
import { dropped, isClaim, isMark, unconditional, withoutAttempt, withValue } from '../../support/simulator/mutants.ts';
import { onlyInLongForm } from '../../support/testSize.ts';
import { countCalls, findViolations, findViolationsOfPairs, type Setting } from './support/scenarios.ts';
import type { Defect } from './support/simulatedService.ts';

const TIMEOUT_MS = 300_000;
const YEAR_MS = 365 * 86_400_000;

const SETTING: Setting = { records: 2, recipients: ['a@example.com', 'b@example.com'] };
/** With fewer calls, for what multiplies. */
const SMALL_SETTING: Setting = { records: 2, recipients: ['a@example.com'] };

beforeAll(() => {
  // Each fault is logged, which is right, and thousands of lines.
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** What is wrong with the function, and what comes of it. */
const DEFECTS: [string, RegExp, Defect][] = [
  ['a claim that is always granted', /was sent \d times/, { intercept: unconditional(isClaim) }],
  [
    'a lease that never runs out',
    /never becomes empty/,
    { intercept: withValue(isClaim, 'leaseUntil', (leaseUntil) => Number(leaseUntil) + YEAR_MS) },
  ],
  [
    'a lease of no time',
    /was sent \d times/,
    { intercept: withValue(isClaim, 'leaseUntil', (leaseUntil) => Number(leaseUntil) - LEASE_MS) },
  ],
  ['no mark', /was sent \d times/, { intercept: dropped(isMark) }],
  ['no attempts on record', /0 attempts on record/, { intercept: withoutAttempt }],
  ['no report of partial failures', /was never sent/, { report: () => [] }],
  ['a queue that forgets', /was never sent/, { intercept: dropped(({ service }) => service === 'sqs') }],
];

describe('with a fault at every call', () => {
  test('the calls are those of a batch: three for the endpoint, and claim, message and mark for each notification', async () => {
    expect(await countCalls(SETTING)).toBe(3 + 2 * (3 * SETTING.recipients.length));
  });

  test(
    'every notification is sent, and twice only where the function was cut off between message and mark',
    async () => {
      const { scenarios, violations, duplicates } = await findViolations(SETTING);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(100);
      // That it can see duplicates at all.
      expect(duplicates.length).toBeGreaterThan(0);
      expect(duplicates.filter((name) => !/killed before|killed after|answer lost/.test(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  // In the short form only where a defect needs them to be found; `npm run faults` has pairs of every function.
  onlyInLongForm(test)(
    'two faults, one after the other, do no more harm than one',
    async () => {
      const { scenarios, violations } = await findViolationsOfPairs(SMALL_SETTING);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );

  test.each(DEFECTS)(
    'the suite fails for a function with %s',
    async (_name, harm, defect) => {
      const { violations } = await findViolations(SETTING, defect);
      // Some parts are missed only when something else goes wrong too.
      if (violations.length === 0) violations.push(...(await findViolationsOfPairs(SMALL_SETTING, defect)).violations);
      expect(violations).toContainEqual(expect.stringMatching(harm));
    },
    TIMEOUT_MS,
  );
});
