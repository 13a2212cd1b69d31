import { describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import { IS_LONG } from '../../support/testSize.ts';
import type { Exploration } from './explore.ts';
import { SAMPLE_SIZES } from './sampleSizes.ts';

const TIMEOUT_MS = 300_000;
const SCHEDULES = IS_LONG ? 1_000 : SAMPLE_SIZES.filter;

describe('learned filter › explored schedules of the real code', () => {
  test(
    'at the end of every schedule the filter knows exactly what the submissions say they were learned as',
    async () => {
      const options = ['--suite', 'filter', '--schedules', String(SCHEDULES)];
      const { report } = await runReport<Exploration>('test/deep/schedules/main.ts', ...options);
      const { schedules, distinct, counts, failures } = report;
      expect(failures).toEqual([]);
      expect(schedules).toBe(SCHEDULES);
      // Otherwise the schedules would not reach their purpose.
      expect(distinct).toBeGreaterThan(SCHEDULES / 2);
      const kinds = ['crash', 'zombie', 'duplicate', 'rewind', 'secondConsumers', 'removals', 'forgets'] as const;
      for (const kind of [...kinds, 'commands', 'endpointRemovals'] as const) {
        expect([kind, (counts[kind] ?? 0) > SCHEDULES / 20]).toEqual([kind, true]);
      }
    },
    TIMEOUT_MS,
  );
});
