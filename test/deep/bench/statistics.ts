import '../../../infra/quietSdk.ts';
import { parseArgs } from 'node:util';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { BULK_IDS_MAX, STATISTICS_DAYS_MAX } from '../../../shared/contract/limits.ts';
import { inPartition, selecting } from '../../../shared/storage/expressions.ts';
import { endpointKey, SORT_PREFIX, submissionIdOf } from '../../../shared/storage/itemKeys.ts';
import { joined, readParts } from '../../../shared/storage/paging.ts';
import type { Own } from '../../support/rightRequests.ts';
import { upkeepOfMarks } from '../../support/upkeep.ts';
import { withIndexedCloud } from './indexedCloud.ts';
import { rounded } from './stats.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const SPAM_EVERY = 50;

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });
const size = Number(values.size);
const load = { gapMs: Math.floor((DAYS * DAY_MS) / size), spamEvery: SPAM_EVERY };
await withIndexedCloud(size, load, async ({ outputs, table, own }) => {
  const query = { ...inPartition(endpointKey(own.endpointId).PK, SORT_PREFIX.submission), ...selecting('SK') };
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  const ids = items.map(({ SK }) => submissionIdOf({ SK: String(SK) }));
  console.log(`${ids.length} submissions of 1 kB, of ${DAYS} days`);
  for (const days of [DAYS, STATISTICS_DAYS_MAX]) await measureReading(outputs, own, days);
  await measureMarking(outputs, own, ids);
});

async function measureReading({ apiUrl, usageUrl }: Outputs, { endpointId, key }: Own, days: number): Promise<void> {
  await fetch(usageUrl, { method: 'DELETE' });
  const url = `${apiUrl}/v1/endpoint/${endpointId}/statistics?days=${days}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`statistics answered ${response.status}: ${await response.text()}`);
  const usage = ((await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage>).retrieveStatistics;
  console.log(`retrieveStatistics of ${days} days: ${usage?.readUnits} read units in ${usage?.rounds} rounds`);
}

/** What the index and the statistics cost for each mark: of the newest and of old submissions, together and alone. */
async function measureMarking(outputs: Outputs, own: Own, ids: readonly string[]): Promise<void> {
  const middle = ids.length >> 1;
  const everyNth = Math.floor(middle / BULK_IDS_MAX);
  const marked: [name: string, ids: readonly string[]][] = [
    ['the newest 100 together', ids.slice(-BULK_IDS_MAX)],
    ['100 in a row in the middle together', ids.slice(middle, middle + BULK_IDS_MAX)],
    ['100 all over the older half together', ids.slice(0, middle).filter((_, i) => i % everyNth === 0)],
    ['one of the newest alone', ids.slice(-BULK_IDS_MAX - 1, -BULK_IDS_MAX)],
    ['one in the middle alone', ids.slice(middle - 1, middle)],
  ];
  for (const [name, some] of marked) {
    const chosen = some.slice(0, BULK_IDS_MAX);
    const { writeUnits, readUnits, invocations } = await upkeepOfMarks(outputs, own, chosen);
    const each = (units: number) => rounded(units / chosen.length);
    console.log(
      `marking ${name}: upkeep of ${each(writeUnits)} write units and ${each(readUnits)} read units each, ` +
        `${invocations} invocations`,
    );
  }
}
