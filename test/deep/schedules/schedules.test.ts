import { describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import { IS_LONG } from '../../support/testSize.ts';
import type { Exploration } from './explore.ts';
import { SAMPLE_SIZES } from './sampleSizes.ts';

const TIMEOUT_MS = 300_000;
const SCHEDULES = IS_LONG ? 4_000 : SAMPLE_SIZES.pageIndex;

describe('page index › explored schedules of the real code', () => {
  test(
    'all four invariants hold at the end of every schedule, and every page is right',
    async () => {
      const { report } = await runReport<Exploration>('test/deep/schedules/main.ts', '--schedules', String(SCHEDULES));
      const { schedules, distinct, counts, failures } = report;
      expect(failures).toEqual([]);
      expect(schedules).toBe(SCHEDULES);
      // Otherwise the schedules would not reach their purpose.
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
});
