import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { stop } from 'esbuild';
import { MUTANTS } from './mutants.ts';
import { BUNDLES_FOLDER, runExploration } from './runExploration.ts';

const TIMEOUT_MS = 300_000;
/** A sample of the 100,000 of `npm run test:schedules`. */
const SCHEDULES = 4_000;
/** The hardest mutant to find takes some 3,400; the search ends with the first schedule that shows one. */
const MUTANT_SCHEDULES_MAX = 20_000;

afterAll(async () => {
  await stop();
  rmSync(BUNDLES_FOLDER, { recursive: true, force: true });
});

describe('page index › explored schedules of the real code', () => {
  test(
    'all four invariants hold at the end of every schedule, and every page is right',
    async () => {
      const { schedules, distinct, counts, failures } = await runExploration({ schedules: SCHEDULES });
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
      for (const kind of [...kinds, 'pages', 'sealed', 'lateInserts', 'removals'] as const) {
        expect([kind, (counts[kind] ?? 0) > SCHEDULES / 20]).toEqual([kind, true]);
      }
    },
    TIMEOUT_MS,
  );

  test.each(Object.entries(MUTANTS))(
    'without %s, some schedule ends wrong',
    async (_, mutant) => {
      const { failures } = await runExploration({ schedules: MUTANT_SCHEDULES_MAX, mutant });
      expect(failures).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});
