import { expect, test } from '@jest/globals';
import { runAndParseReport } from '../../support/jest/runReport.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import type { Counts } from './explore.ts';

const SEARCHES = IS_LONG ? 100_000 : 200;
const TIMEOUT_MS = IS_LONG ? 3_600_000 : 300_000;

interface Report extends Counts {
  failures: { seed: number; problems: string[] }[];
}

test(
  'random searches and statistics match a plain list while submissions are created, marked and deleted',
  async () => {
    const { report } = await runAndParseReport<Report>('test/deep/search/main.ts', '--searches', String(SEARCHES));
    expect(report.failures).toEqual([]);
    expect(report.searches).toBeGreaterThanOrEqual(SEARCHES);
    // Otherwise the searches would not reach their purpose.
    for (const count of [report.partial, report.found, report.changesMeanwhile, report.skimmed])
      expect(count).toBeGreaterThan(SEARCHES);
    for (const count of [report.mails, report.statistics, report.late]) expect(count).toBeGreaterThan(SEARCHES / 20);
  },
  TIMEOUT_MS,
);
