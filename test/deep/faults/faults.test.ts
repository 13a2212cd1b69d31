import { describe, expect, test } from '@jest/globals';
import { runAndParseReport } from '../../support/jest/runReport.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import type { Report } from './main.ts';

const TIMEOUT_MS = 600_000;
/**
 * In the short form test/service/local/lifecycle.test.ts covers kills; crashes before and after calls are among the
 * chosen faults.
 */
const SAMPLE = IS_LONG ? ['--kills', '1'] : ['--kills', '0', '--share', '0.004'];

const SEED = '4';

describe('npm run faults -- --short', () => {
  test(
    'no fault at any call loses or half-does anything, or causes a wrong response; kills under load lose nothing',
    async () => {
      const { report, failed } = await runAndParseReport<Report>(
        'test/deep/faults/main.ts',
        '--json',
        '--short',
        '--seed',
        SEED,
        ...SAMPLE,
      );
      expect(report.cases.flatMap(({ failures }) => failures)).toEqual([]);
      expect(report.kills?.failures ?? []).toEqual([]);
      expect(failed).toBe(false);
      expect(report.cases.reduce((runs, { singles }) => runs + singles, 0)).toBeGreaterThan(90);
      if (IS_LONG) expect(report.kills?.acknowledged).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
