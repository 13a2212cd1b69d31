import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LEASE_MS, Notes } from '../../shared/notifications/notes.ts';
import type { Table } from '../../shared/repositories/table.ts';
import { newEndpoint, newWorkspace, sharedTable } from '../support/service.ts';
import { countCalls, findViolations, findViolationsOfPairs, type Place } from './support/scenarios.ts';
import type { Mutation } from './support/world.ts';

/** Some seconds, on a machine that does nothing else. */
const TIMEOUT_MS = 600_000;

let place: Place;
/** With fewer calls, for what multiplies. */
let smallPlace: Place;

async function newPlace(...recipients: string[]): Promise<Place> {
  const { key } = await newWorkspace();
  const { id } = await newEndpoint(key, { targetEmails: recipients });
  return { table: sharedTable(), endpointId: id, recipients };
}

beforeAll(async () => {
  place = await newPlace('a@example.com', 'b@example.com');
  smallPlace = await newPlace('a@example.com');
  // Each fault is logged, which is right, and thousands of lines.
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** The notes with another lease on each claim. */
const withLeaseUntil =
  (change: (leaseUntil: number) => number) =>
  (table: Table, now: () => number): Notes => {
    const put: Table['put'] = (item, condition) =>
      table.put({ ...item, leaseUntil: change(Number(item.leaseUntil)) }, condition);
    return new Notes({ ...table, put } as Table, now);
  };

class GrantsAlways extends Notes {
  override async claim(...[note, options]: Parameters<Notes['claim']>) {
    const claim = await super.claim(note, options);
    return typeof claim === 'string' ? { ...note, owner: 'anybody' } : claim;
  }
}

class NeverMarks extends Notes {
  override async markSent(): Promise<'sent'> {
    return 'sent';
  }
}

/** What is taken out, and what comes of it. */
const MUTATIONS: [string, RegExp, Mutation][] = [
  ['a claim that is always granted', /was sent \d times/, { notes: (table, now) => new GrantsAlways(table, now) }],
  ['a lease that never runs out', /was never sent/, { notes: withLeaseUntil(() => Number.MAX_SAFE_INTEGER) }],
  ['a lease of no time', /was sent \d times/, { notes: withLeaseUntil((leaseUntil) => leaseUntil - LEASE_MS) }],
  ['no mark', /was sent \d times/, { notes: (table, now) => new NeverMarks(table, now) }],
  ['no report of partial failures', /was never sent/, { report: () => [] }],
];

describe('with a fault at every call', () => {
  test('the calls are those of a batch: one for the endpoint, and claim, message and mark for each notification', async () => {
    expect(await countCalls(place, 2)).toBe(1 + 2 * (3 * place.recipients.length));
  });

  test(
    'every notification is sent, and twice only where the function was cut off between message and mark',
    async () => {
      const { scenarios, violations, duplicates } = await findViolations(place);
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
      const { scenarios, violations } = await findViolationsOfPairs(smallPlace);
      expect(violations).toEqual([]);
      expect(scenarios).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );

  test.each(MUTATIONS)(
    'the suite fails for a function with %s',
    async (_name, harm, mutation) => {
      const { violations } = await findViolations(place, mutation);
      expect(violations.filter((violation) => harm.test(violation))).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});
