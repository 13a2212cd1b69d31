import { expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import { IS_LONG } from '../../support/testSize.ts';

const CASES = IS_LONG ? 100_000 : 3_000;
const TIMEOUT_MS = IS_LONG ? 600_000 : 120_000;

interface Report {
  cases: number;
  wrong: number;
  byFlag: Record<string, number>;
  different: number;
  differences: unknown[];
}

test(
  'random entries are judged by the service as Chromium judges them, and what it would send alike',
  async () => {
    const { report } = await runReport<Report>('test/deep/fields/main.ts', '--cases', String(CASES));
    expect(report.differences).toEqual([]);
    expect(report.cases).toBeGreaterThanOrEqual(CASES);
    // Otherwise the cases would no longer be both right and wrong, in every way.
    expect(report.wrong).toBeGreaterThan(CASES / 5);
    expect(report.wrong).toBeLessThan(CASES / 2);
    const flags = [
      'valueMissing',
      'typeMismatch',
      'patternMismatch',
      'rangeUnderflow',
      'rangeOverflow',
      'stepMismatch',
    ];
    for (const flag of flags) expect(report.byFlag[flag]).toBeGreaterThan(CASES / 100);
  },
  TIMEOUT_MS,
);
