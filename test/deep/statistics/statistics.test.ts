import { beforeAll, describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import { IS_LONG } from '../../support/testSize.ts';
import type { Report } from './main.ts';
import { STATISTICS_MUTANTS } from './mutants.ts';

const [RUNS, CHANGES] = IS_LONG ? [20, 10_000] : [3, 1_000];
const TIMEOUT_MS = IS_LONG ? 3_600_000 : 300_000;

const compared = async <R>(...options: string[]) =>
  (await runReport<R>('test/deep/statistics/main.ts', '--runs', String(RUNS), ...options)).report;

test(
  'statistics are the truth as soon as the stream is handled, whatever was changed and whichever consumer died meanwhile',
  async () => {
    const { counts, failures } = await compared<Report>('--changes', String(CHANGES));
    expect(failures).toEqual([]);
    const { creates = 0, marks = 0, deletes = 0 } = counts;
    expect(creates + marks + deletes).toBeGreaterThanOrEqual(RUNS * CHANGES);
    // Otherwise the runs would no longer bring about what they are for.
    const mishaps = ['death before', 'death after', 'refused', 'answer lost', 'zombie', 'rewinds'] as const;
    for (const name of [...mishaps, 'checks', 'deletes', 'mails'] as const) {
      expect([name, (counts[name] ?? 0) > (RUNS * CHANGES) / 500]).toEqual([name, true]);
    }
    expect(counts.builds).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

describe('statistics are wrong', () => {
  let found: Record<string, Report>;

  beforeAll(async () => {
    found = await compared('--changes', '1000', '--mutants');
  }, TIMEOUT_MS);

  test.each(Object.keys(STATISTICS_MUTANTS))('with %s', (name) => {
    expect(found[name]?.failures[0]?.problems).toContainEqual(expect.stringMatching(/^\{.* instead of \{/));
  });
});
