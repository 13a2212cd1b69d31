import { beforeAll, describe, expect, test } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { BULK_IDS_MAX } from '../../../shared/contract/limits.ts';
import { indexedCount } from '../../../shared/pageIndex/head.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { readHead } from '../../../shared/pageIndex/store.ts';
import { PAGE_UNITS_MAX } from '../../support/costs.ts';
import { cloud } from '../../support/countedCloud.ts';
import { indexingCostOfFlags } from '../../support/indexingCost.ts';
import { inOrder } from '../../support/inOrder.ts';
import { putSubmissions } from '../../support/kilobyteSubmissions.ts';
import { call, resetUsage } from '../../support/ownCloud.ts';
import { eventually, uniqueSlug, usageOf } from '../../support/service.ts';

/** Enough for segments on an index page: the head has up to about 32 of 32. */
const SUBMISSIONS = 2_000;
const LIMIT = 20;
const LAST_PAGE = SUBMISSIONS / LIMIT;
const WRITE_UNITS_PER_INSERT_MAX = 0.15;
const WRITE_UNITS_PER_MARK_MAX = 0.5;
const STATISTICS_READ_UNITS_MAX = 50;

describe(`the cost of a page of ${LIMIT} among ${SUBMISSIONS} submissions of 1 kB`, () => {
  let endpointId: string;
  let ids: string[];
  let indexing: FunctionUsage;

  beforeAll(async () => {
    const json = { slug: uniqueSlug(), targetEmails: [], emailNotifications: false };
    endpointId = (await call('POST', '/v1/endpoint', { json })).json.id;
    await resetUsage();
    ids = await putSubmissions(cloud.outputs, endpointId, SUBMISSIONS);
    await eventually(
      async () => indexedCount(await readHead(localTable(cloud.outputs), endpointId)),
      (count) => count > SUBMISSIONS - 32,
      30_000,
    );
    indexing = (await usageOf()).indexSubmissions as FunctionUsage;
    await eventually(
      () => readStatistics(localTable(cloud.outputs), endpointId),
      (statistics) => statistics?.submissions === SUBMISSIONS,
      30_000,
    );
  }, 90_000);

  async function costOf(page: number): Promise<FunctionUsage> {
    await resetUsage();
    const { status, json } = await call('GET', `/v1/submissions/${endpointId}?page=${page}&limit=${LIMIT}`);
    expect([status, json.submissions?.length]).toEqual([200, LIMIT]);
    return (await usageOf()).listSubmissions as FunctionUsage;
  }

  // Last, since flags make submissions larger than a kilobyte.
  const step = inOrder();

  step(`page 1 takes ${PAGE_UNITS_MAX.first} read units and 2 rounds at most`, async () => {
    const { readUnits, rounds } = await costOf(1);
    expect(readUnits).toBeLessThanOrEqual(PAGE_UNITS_MAX.first);
    expect(rounds).toBeLessThanOrEqual(2);
  });

  for (const page of [2, 3, Math.round(LAST_PAGE / 4), Math.round(LAST_PAGE / 2), LAST_PAGE - 1, LAST_PAGE])
    step(`page ${page} of ${LAST_PAGE} takes ${PAGE_UNITS_MAX.other} read units and 3 rounds at most`, async () => {
      const { readUnits, rounds } = await costOf(page);
      expect(readUnits).toBeLessThanOrEqual(PAGE_UNITS_MAX.other);
      expect(rounds).toBeLessThanOrEqual(3);
    });

  test('statistics of 30 days cost at most 50 read units', async () => {
    await resetUsage();
    const { json } = await call('GET', `/v1/endpoint/${endpointId}/statistics?days=30`);
    expect(json.submissions).toBe(SUBMISSIONS);
    const { readUnits, rounds } = (await usageOf()).retrieveStatistics as FunctionUsage;
    expect(readUnits).toBeLessThanOrEqual(STATISTICS_READ_UNITS_MAX);
    expect(rounds).toBeLessThanOrEqual(3);
  });

  const marked: [what: string, ids: () => string[]][] = [
    ['the newest', () => ids.slice(-BULK_IDS_MAX)],
    ['old ones', () => ids.slice(SUBMISSIONS / 2, SUBMISSIONS / 2 + BULK_IDS_MAX)],
    [
      'some all over',
      () =>
        ids
          .slice(0, SUBMISSIONS / 4)
          .filter((_, i) => i % 7 === 0)
          .slice(0, BULK_IDS_MAX),
    ],
  ];
  for (const [what, some] of marked)
    step(
      `marking 100 together takes at most ${WRITE_UNITS_PER_MARK_MAX} write units of indexing each: ${what}`,
      async () => {
        const { writeUnits } = await indexingCostOfFlags(
          cloud.outputs,
          { endpointId, key: cloud.outputs.apiKey },
          some(),
        );
        expect(writeUnits / BULK_IDS_MAX).toBeLessThanOrEqual(WRITE_UNITS_PER_MARK_MAX);
      },
    );

  test(`updating the index costs at most ${WRITE_UNITS_PER_INSERT_MAX} write units per insert`, () => {
    expect(indexing.writeUnits / SUBMISSIONS).toBeLessThanOrEqual(WRITE_UNITS_PER_INSERT_MAX);
  });
});
