import { beforeAll, describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import type { Exploration } from './explore.ts';
import { MUTANTS } from './mutants.ts';

const TIMEOUT_MS = 300_000;
/** A sample of the 100,000 of `npm run test:schedules`. */
const SCHEDULES = 4_000;
/** The hardest mutant to find takes some 7,000; the search ends with the first schedule that shows one. */
const MUTANT_SCHEDULES_MAX = 20_000;

const explored = <Report>(schedules: number, ...options: string[]) =>
  runReport<Report>('test/deep/schedules/main.ts', '--schedules', String(schedules), ...options);

describe('page index › explored schedules of the real code', () => {
  test(
    'all four invariants hold at the end of every schedule, and every page is right',
    async () => {
      const { schedules, distinct, counts, failures } = (await explored<Exploration>(SCHEDULES)).report;
      expect(failures).toEqual([]);
      expect(schedules).toBe(SCHEDULES);
      // Otherwise the schedules would no longer bring about what they are for.
      expect(distinct).toBeGreaterThan(SCHEDULES / 2);
      const kinds = [
        'crash',
        'zombie',
        'duplicate',
        'rewind',
        'secondConsumers',
        'builds',
        'endpointRemovals',
      ] as const;
      for (const kind of [...kinds, 'pages', 'sealed', 'lateInserts', 'removals', 'marks', 'statistics'] as const) {
        expect([kind, (counts[kind] ?? 0) > SCHEDULES / 20]).toEqual([kind, true]);
      }
    },
    TIMEOUT_MS,
  );

  describe('end wrong', () => {
    let found: Record<string, Exploration> = {};

    beforeAll(async () => {
      found = (await explored<Record<string, Exploration>>(MUTANT_SCHEDULES_MAX, '--mutants')).report;
    }, TIMEOUT_MS);

    test.each(Object.keys(MUTANTS))('some of them, with %s', (name) => {
      // Not by an error: that would be a mutant which is broken in another way than it says.
      expect(found[name]?.failures[0]?.problems).toContainEqual(
        expect.stringMatching(
          /^the total is wrong|^the statistics are wrong|^left behind|^(segment|page) \d+ .*counts/,
        ),
      );
    });
  });
});
