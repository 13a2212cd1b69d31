import { describe, expect, test } from '@jest/globals';
import { judgeStatus } from '../../../../shared/messages/formats/verdicts.ts';
import {
  dropped,
  isClaim,
  isSuccess,
  unconditional,
  withoutAttempt,
  withValue,
} from '../../../support/simulator/mutants.ts';
import { arrayChannel } from './support/arrayChannel.ts';
import { countCalls, findViolations, type Setting } from './support/faultSuite.ts';
import type { Defect } from './support/simulatedPipeline.ts';

const TIMEOUT_MS = 300_000;
const YEAR_MS = 365 * 86_400_000;
const ADDRESSES = ['a@example.com', 'b@example.com'];

const MAILS: Setting = { submissions: 2, recipients: ADDRESSES };
const SETTINGS: Record<string, Setting> = {
  'mail at a slow pace': { submissions: 3, recipients: ADDRESSES.slice(1), options: { mailsPerSecond: 1 } },
  webhooks: { submissions: 2, recipients: [], webhooks: 2 },
  'a channel that writes to an array': {
    ...MAILS,
    options: {
      inPlaceOfMail: ({ mail, post }) =>
        arrayChannel(
          async (endpointId) => (await mail.endpoints.find(endpointId))?.targetEmails ?? [],
          async (id) => {
            const { error } = await post({ url: 'array', headers: { 'webhook-id': id }, body: '', judge: judgeStatus });
            if (error) throw new Error(error);
          },
        ),
    },
  },
};
const BOTH: Setting = { submissions: 1, recipients: ADDRESSES.slice(1), webhooks: 1 };

/** Defects of the functions, and the finding that each must cause. */
const DEFECTS: [string, RegExp, Defect][] = [
  ['a claim that is always granted', /was sent \d times/, { intercept: unconditional(isClaim) }],
  [
    'a lease that never runs out',
    /more than a day/,
    { intercept: withValue(isClaim, 'leaseUntil', (leaseUntil) => Number(leaseUntil) + YEAR_MS) },
  ],
  ['a lease of no time', /was sent \d times/, { intercept: withValue(isClaim, 'leaseUntil', () => 0) }],
  ['no recorded success', /was sent \d times/, { intercept: dropped(isSuccess) }],
  ['no attempts on record', /0 attempts on record/, { intercept: withoutAttempt }],
  ['no report of partial failures', /was never sent|has no record/, { result: () => ({ batchItemFailures: [] }) }],
  ['a queue that forgets', /was never sent/, { intercept: dropped(({ action }) => action === 'SendMessage') }],
];

describe('with a fault at every call', () => {
  test('the calls of mails are those of a batch: three for the endpoint, and claim, message and outcome of each', async () => {
    expect(await countCalls(MAILS)).toBe(3 + 2 * (3 * ADDRESSES.length));
  });

  test.each(Object.entries(SETTINGS))(
    'every delivery of %s is made, and twice only where the function was cut off between sending and recording',
    async (_name, setting) => {
      const { scenarios, violations, duplicates } = await findViolations(setting);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(100);
      expect(duplicates.length).toBeGreaterThan(0);
      expect(duplicates.filter((name) => !/killed before|killed after|answer lost/.test(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test.each(DEFECTS)(
    'the suite fails for a function with %s',
    async (_name, harm, defect) => {
      const { violations } = await findViolations(BOTH, defect);
      expect(violations).toContainEqual(expect.stringMatching(harm));
    },
    TIMEOUT_MS,
  );
});
