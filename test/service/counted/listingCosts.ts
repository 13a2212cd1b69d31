import { beforeAll, describe, expect, test } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { BULK_IDS_MAX } from '../../../shared/contract/limits.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { COSTS } from '../../support/cloud/costs.ts';
import { cloud } from '../../support/cloud/countedCloud.ts';
import { indexingCostOfFlags } from '../../support/cloud/indexingCost.ts';
import { call, resetUsage } from '../../support/cloud/ownCloud.ts';
import { eventually, uniqueSlug, usageOf } from '../../support/cloud/service.ts';
import { putSubmissions } from '../../support/cloud/storedSubmissions.ts';
import { inOrder } from '../../support/inOrder.ts';

/** Enough for segments on an index page. */
const SUBMISSIONS = 2_000;
const LIMIT = 20;
/** The most read units of a page, including key and endpoint. */
const PAGE_UNITS_MAX = { first: 12, other: 16 };
/** Reads at most the newest 1,568 submissions, which have no word filter yet, and the filters of all others. */
const SEARCH_UNITS_MAX = 600;
const WRITE_UNITS_PER_INSERT_MAX = 0.15;
const WRITE_UNITS_PER_MARK_MAX = 0.5;
const STATISTICS_READ_UNITS_MAX = 50;

describe(`among ${SUBMISSIONS} submissions of 1 kB`, () => {
  let endpointId: string;
  let ids: string[];
  let indexing: FunctionUsage;

  beforeAll(async () => {
    const json = { slug: uniqueSlug(), targetEmails: [], emailNotifications: false };
    endpointId = (await call('POST', '/v1/endpoint', { json })).json.id;
    await resetUsage();
    ids = await putSubmissions(cloud.outputs, endpointId, SUBMISSIONS);
    await eventually(
      () => readStatistics(localTable(cloud.outputs), endpointId),
      (statistics) => statistics?.submissions === SUBMISSIONS,
      30_000,
    );
    indexing = (await usageOf()).indexSubmissions as FunctionUsage;
  }, 90_000);

  test(`updating the index costs at most ${WRITE_UNITS_PER_INSERT_MAX} write units per insert`, () => {
    expect(indexing.writeUnits / SUBMISSIONS).toBeLessThanOrEqual(WRITE_UNITS_PER_INSERT_MAX);
  });

  // Marks last, since flags make submissions larger than a kilobyte.
  const step = inOrder();

  for (const page of [1, 2, SUBMISSIONS / LIMIT / 2, SUBMISSIONS / LIMIT])
    step(`page ${page} of ${LIMIT} takes few read units and 3 rounds at most`, async () => {
      await resetUsage();
      const { json } = await call('GET', `/v1/submissions/${endpointId}?page=${page}&limit=${LIMIT}`);
      expect(json.submissions).toHaveLength(LIMIT);
      const { readUnits, rounds } = (await usageOf()).listSubmissions as FunctionUsage;
      expect(readUnits).toBeLessThanOrEqual(page === 1 ? PAGE_UNITS_MAX.first : PAGE_UNITS_MAX.other);
      expect(rounds).toBeLessThanOrEqual(page === 1 ? 2 : 3);
    });

  step(`a search for a word that nobody sent takes at most ${SEARCH_UNITS_MAX} read units`, async () => {
    await resetUsage();
    const { json } = await call('GET', `/v1/submissions/${endpointId}/search?query=xylophone`);
    expect(json.submissions).toEqual([]);
    const { readUnits } = (await usageOf()).searchSubmissions as FunctionUsage;
    expect(readUnits).toBeLessThanOrEqual(SEARCH_UNITS_MAX);
  });

  step('creating, retrieving, updating and deleting one costs as much as where there are no others', async () => {
    const untilCounted = (count: number) =>
      eventually(
        () => readStatistics(localTable(cloud.outputs), endpointId),
        (statistics) => statistics?.submissions === count,
      );
    const costs = async (operation: keyof typeof COSTS, method: string, path: string, json?: object) => {
      await resetUsage();
      const answer = await call(method, path, json && { json });
      const { rounds, readUnits, writeUnits } = COSTS[operation];
      const usage = (await usageOf())[operation] as FunctionUsage;
      expect(usage).toMatchObject({ invocations: 1, rounds, readUnits });
      // An instance that has not seen the key tries to record its use, which costs a unit though it was just recorded.
      expect([writeUnits, writeUnits + 1]).toContain(usage.writeUnits);
      return answer.json.id;
    };
    const id = await costs('createSubmission', 'POST', `/v1/f/${endpointId}`, { message: 'Hello' });
    await untilCounted(SUBMISSIONS + 1);
    const path = `/v1/submission/${endpointId}/${id}`;
    // Records the key's use.
    await call('GET', path);
    await costs('retrieveSubmission', 'GET', path);
    await costs('updateSubmission', 'PUT', path, { isRead: true });
    await costs('deleteSubmission', 'DELETE', path);
    await untilCounted(SUBMISSIONS);
  });

  test('statistics of 30 days cost at most 50 read units', async () => {
    await resetUsage();
    const { json } = await call('GET', `/v1/endpoint/${endpointId}/statistics?days=30`);
    expect(json.submissions).toBe(SUBMISSIONS);
    const { readUnits, rounds } = (await usageOf()).retrieveStatistics as FunctionUsage;
    expect(readUnits).toBeLessThanOrEqual(STATISTICS_READ_UNITS_MAX);
    expect(rounds).toBeLessThanOrEqual(3);
  });

  const every7th = () => ids.filter((_, i) => i % 7 === 0);
  const marked: [what: string, some: () => string[]][] = [
    ['the newest', () => ids.slice(-BULK_IDS_MAX)],
    ['old ones', () => ids.slice(SUBMISSIONS / 2)],
    ['some all over', every7th],
  ];
  for (const [what, some] of marked)
    step(`marking takes at most ${WRITE_UNITS_PER_MARK_MAX} write units of indexing each: ${what}`, async () => {
      const { apiKey: key } = cloud.outputs;
      const few = some().slice(0, BULK_IDS_MAX);
      const { writeUnits } = await indexingCostOfFlags(cloud.outputs, { endpointId, key }, few);
      expect(writeUnits / few.length).toBeLessThanOrEqual(WRITE_UNITS_PER_MARK_MAX);
    });
});
