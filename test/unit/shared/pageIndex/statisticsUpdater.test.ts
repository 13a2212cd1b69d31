import { expect, test } from '@jest/globals';
import { readStatistics } from '../../../../shared/pageIndex/statistics.ts';
import { StatisticsUpdater } from '../../../../shared/pageIndex/statisticsUpdater.ts';
import { readHead } from '../../../../shared/pageIndex/store.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { endpointKey, sortIdOf, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

test('reads changed parts of a long tail only', async () => {
  let read = 0;
  const table = new MemoryTable(new MemoryItems(), {
    onRead: (items) => {
      read += items.length;
    },
  });
  const statistics = new StatisticsUpdater(table);
  const endpointId = newId('endpoint');
  await table.put({ ...endpointKey(endpointId) }, {});
  const ids = Array.from({ length: 400 }, (_, i) => newId('submission', 1_700_000_000_000 + i));
  for (const id of ids) await table.put({ ...submissionKey(endpointId, id), data: '{}' }, {});
  await statistics.rebuild(endpointId);

  const changed = [0, 1, 15, 399].map((i) => ids[i] as string);
  for (const id of changed) await table.put({ ...submissionKey(endpointId, id), data: '{}', isSpam: true }, {});
  const known = { ...(await statistics.read(endpointId)), head: await readHead(table, endpointId) };
  read = 0;
  await statistics.update(endpointId, known, { changed: changed.map(sortIdOf), creates: false });

  expect(read).toBeLessThanOrEqual(20);
  const { submissions, flagCounts, tail } = (await readStatistics(table, endpointId)) ?? {};
  expect([submissions, flagCounts?.spam]).toEqual([400, 4]);
  expect(tail?.map(({ sortId }) => sortId)).toEqual(ids.map(sortIdOf));
});
