import { expect, test } from '@jest/globals';
import { dayOfTime } from '../../../../shared/pageIndex/flagCounts.ts';
import { StatisticsReader } from '../../../../shared/pageIndex/statisticsReader.ts';
import { IndexUpdater } from '../../../../shared/pageIndex/updater.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { endpointKey, indexPageKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { catchLogs } from '../../../support/logged.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

test('counts the submissions of an unreadable index page', async () => {
  catchLogs();
  const table = new MemoryTable(new MemoryItems());
  const updater = new IndexUpdater(table, { segment: 1, open: 1, page: 8, growth: 0 });
  const endpointId = newId('endpoint');
  await table.put(endpointKey(endpointId), {});
  for (let i = 0; i < 4; i++) {
    await table.put({ ...submissionKey(endpointId, newId('submission', 1_700_000_000_000 + i)), data: '{}' }, {});
    await updater.grow(endpointId);
  }
  await table.put({ ...indexPageKey(endpointId, 0), segments: { is: 'broken' } }, {});
  const head = await updater.readHead(endpointId);
  expect(head.pages).toHaveLength(1);
  const { days } = await new StatisticsReader(table).read(endpointId, { stored: undefined, head }, 0);
  expect(days).toEqual([{ day: dayOfTime(1_700_000_000_000), count: 4, spam: 0 }]);
});
