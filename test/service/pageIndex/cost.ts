import { beforeAll, describe, expect, test } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { BULK_IDS_MAX } from '../../../shared/contract/limits.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { cloud } from '../../support/countedCloud.ts';
import { indexingCostOfFlags } from '../../support/indexingCost.ts';
import { call, resetUsage } from '../../support/ownCloud.ts';
import { eventually, uniqueSlug, usageOf } from '../../support/service.ts';
import { putSubmissions } from '../../support/storedSubmissions.ts';

/** Enough for segments on an index page. */
const SUBMISSIONS = 2_000;
const WRITE_UNITS_PER_MARK_MAX = 0.5;
const STATISTICS_READ_UNITS_MAX = 50;

describe(`among ${SUBMISSIONS} submissions of 1 kB`, () => {
  let endpointId: string;
  let ids: string[];

  beforeAll(async () => {
    const json = { slug: uniqueSlug(), targetEmails: [], emailNotifications: false };
    endpointId = (await call('POST', '/v1/endpoint', { json })).json.id;
    ids = await putSubmissions(cloud.outputs, endpointId, SUBMISSIONS);
    await eventually(
      () => readStatistics(localTable(cloud.outputs), endpointId),
      (statistics) => statistics?.submissions === SUBMISSIONS,
      30_000,
    );
  }, 90_000);

  test('statistics of 30 days cost at most 50 read units', async () => {
    await resetUsage();
    const { json } = await call('GET', `/v1/endpoint/${endpointId}/statistics?days=30`);
    expect(json.submissions).toBe(SUBMISSIONS);
    const { readUnits, rounds } = (await usageOf()).retrieveStatistics as FunctionUsage;
    expect(readUnits).toBeLessThanOrEqual(STATISTICS_READ_UNITS_MAX);
    expect(rounds).toBeLessThanOrEqual(3);
  });

  const every7th = () => ids.filter((_, i) => i % 7 === 0);
  test.each<[what: string, some: () => string[]]>([
    ['the newest', () => ids.slice(-BULK_IDS_MAX)],
    ['old ones', () => ids.slice(SUBMISSIONS / 2)],
    ['some all over', every7th],
  ])(`marking takes at most ${WRITE_UNITS_PER_MARK_MAX} write units of indexing each: %s`, async (_what, some) => {
    const { apiKey: key } = cloud.outputs;
    const marked = some().slice(0, BULK_IDS_MAX);
    const { writeUnits } = await indexingCostOfFlags(cloud.outputs, { endpointId, key }, marked);
    expect(writeUnits / marked.length).toBeLessThanOrEqual(WRITE_UNITS_PER_MARK_MAX);
  });
});
