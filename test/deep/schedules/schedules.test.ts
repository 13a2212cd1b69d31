import { describe, expect, test } from '@jest/globals';
import { runAndParseReport } from '../../support/jest/runReport.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import type { Exploration } from './explore.ts';
import type { SuiteName } from './suites.ts';

const TIMEOUT_MS = 300_000;

const COMMON = ['crash', 'zombie', 'duplicate', 'rewind', 'secondConsumers', 'endpointRemovals', 'removals'];
/**
 * `short`: enough schedules to find each of the 14 planted defects (`repeats`: 9). A submission stored by a request whose
 * record was replaced meanwhile shows in one of 1,000 schedules: a unit test of `repeats` shows it.
 */
const EXPECTED: { suite: SuiteName; short: number; long: number; holds: string; common?: string[]; kinds: string[] }[] =
  [
    {
      suite: 'pageIndex',
      short: 200,
      long: 4_000,
      holds: 'all four invariants hold, and every page is right',
      kinds: ['builds', 'pages', 'sealed', 'lateInserts', 'marks', 'statistics'],
    },
    {
      suite: 'filter',
      short: 150,
      long: 1_000,
      holds: 'the filter knows exactly what the submissions say they were learned as',
      kinds: ['forgets', 'commands'],
    },
    {
      suite: 'repeats',
      short: 300,
      long: 10_000,
      holds: 'a form that was sent several times is stored and told once, with its file and the right answers',
      common: ['crash'],
      kinds: ['named', 'key', 'merge', 'others', 'replayed', 'refused', 'confirmed', 'deleted', 'switched'],
    },
  ];

describe('explored schedules of the real code', () => {
  test.each(EXPECTED)(
    '$suite: after every schedule $holds',
    async ({ suite, short, long, common = COMMON, kinds }) => {
      const amount = IS_LONG ? long : short;
      const options = ['--suite', suite, '--schedules', String(amount)];
      const { report } = await runAndParseReport<Exploration>('test/deep/schedules/main.ts', ...options);
      const { schedules, distinct, counts, failures } = report;
      expect(failures).toEqual([]);
      expect(schedules).toBe(amount);
      // Otherwise the schedules would not reach their purpose.
      expect(distinct).toBeGreaterThan(amount / 2);
      for (const kind of [...common, ...kinds]) expect([kind, (counts[kind] ?? 0) > amount / 20]).toEqual([kind, true]);
    },
    TIMEOUT_MS,
  );
});
