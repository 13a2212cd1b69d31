import { expect, jest, test } from '@jest/globals';
import { INDEX_SIZES } from '../../../../shared/pageIndex/segments.ts';
import { IndexUpdater } from '../../../../shared/pageIndex/updater.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

test('reads the tail of an index first, and later only if it may contain a whole segment', async () => {
  const table = new MemoryTable(new MemoryItems());
  const query = jest.spyOn(table, 'query');
  const updater = new IndexUpdater(table, { ...INDEX_SIZES, segment: 4 });
  const endpointId = newId('endpoint');
  const queries: number[] = [];
  for (let i = 0; i < 4; i++) {
    const id = newId('submission');
    await table.put({ ...submissionKey(endpointId, id), data: {} }, {});
    await updater.update(endpointId, await updater.readHead(endpointId), {
      inserted: [{ id }],
      removed: [],
      flagged: [],
    });
    queries.push(query.mock.calls.length);
  }
  expect(queries.map((count, i) => count - (queries[i - 1] ?? 0) > 0)).toEqual([true, false, false, true]);
});
