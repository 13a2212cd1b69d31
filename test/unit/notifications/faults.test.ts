import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LEASE_MS } from '../../../shared/notifications/timing.ts';
import { NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { countCalls, findViolations, findViolationsOfPairs, type Setting } from './support/scenarios.ts';
import type { Mutation } from './support/simulatedService.ts';

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

/** The records with another lease on each claim. */
const withLeaseUntil =
  (change: (leaseUntil: number) => number) =>
  (table: Table, now: () => number): NotificationRecords => {
    const update: Table['update'] = (input) => {
      const values = input.ExpressionAttributeValues ?? {};
      const leaseUntil = values[':leaseUntil'];
      if (leaseUntil === undefined) return table.update(input);
      return table.update({
        ...input,
        ExpressionAttributeValues: { ...values, ':leaseUntil': change(Number(leaseUntil)) },
      });
    };
    return new NotificationRecords({ ...table, update } as Table, now);
  };

class GrantsAlways extends NotificationRecords {
  override async claim(...[id, options]: Parameters<NotificationRecords['claim']>) {
    const claim = await super.claim(id, options);
    return typeof claim === 'object' && 'attempt' in claim ? claim : { ...id, attempt: 'anybody', leaseUntil: 0 };
  }
}

class NeverMarks extends NotificationRecords {
  override async markSent(): Promise<'sent'> {
    return 'sent';
  }
}

/** Forgets the attempt with every claim. */
const withoutAttempts = (table: Table, now: () => number): NotificationRecords => {
  const update: Table['update'] = (input) =>
    table.update({ ...input, UpdateExpression: input.UpdateExpression?.replace(' ADD attempts :attempt', '') });
  return new NotificationRecords({ ...table, update } as Table, now);
};

/** What is taken out, and what comes of it. */
const MUTATIONS: [string, RegExp, Mutation][] = [
  ['a claim that is always granted', /was sent \d times/, { records: (table, now) => new GrantsAlways(table, now) }],
  [
    'a lease that never runs out',
    /never becomes empty/,
    { records: withLeaseUntil((leaseUntil) => leaseUntil + YEAR_MS) },
  ],
  ['a lease of no time', /was sent \d times/, { records: withLeaseUntil((leaseUntil) => leaseUntil - LEASE_MS) }],
  ['no mark', /was sent \d times/, { records: (table, now) => new NeverMarks(table, now) }],
  ['no attempts on record', /0 attempts on record/, { records: withoutAttempts }],
  ['no report of partial failures', /was never sent/, { report: () => [] }],
  ['a queue that forgets', /was never sent/, { queue: () => [] }],
];

describe('with a fault at every call', () => {
  test('the calls are those of a batch: two for the endpoint, and claim, message and mark for each notification', async () => {
    expect(await countCalls(SETTING)).toBe(2 + 2 * (3 * SETTING.recipients.length));
  });

  test(
    'every notification is sent, and twice only where the function was cut off between message and mark',
    async () => {
      const { scenarios, violations, duplicates } = await findViolations(SETTING);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(100);
      // That it can see duplicates at all.
      expect(duplicates.length).toBeGreaterThan(0);
      expect(duplicates.filter((name) => !/dies before|dies after|answer lost/.test(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'two faults, one after the other, do no more harm than one',
    async () => {
      const { scenarios, violations } = await findViolationsOfPairs(SMALL_SETTING);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );

  test.each(MUTATIONS)(
    'the suite fails for a function with %s',
    async (_name, harm, mutation) => {
      const { violations } = await findViolations(SETTING, mutation);
      // Some parts are missed only when something else goes wrong too.
      if (violations.length === 0)
        violations.push(...(await findViolationsOfPairs(SMALL_SETTING, mutation)).violations);
      expect(violations).toContainEqual(expect.stringMatching(harm));
    },
    TIMEOUT_MS,
  );
});
