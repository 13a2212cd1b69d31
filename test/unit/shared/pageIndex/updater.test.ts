import { expect, jest, test } from '@jest/globals';
import { addWords } from '../../../../shared/pageIndex/addWords.ts';
import { INDEX_SIZES } from '../../../../shared/pageIndex/segments.ts';
import { IndexUpdater } from '../../../../shared/pageIndex/updater.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { endpointKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { ConditionFailed } from '../../../../shared/storage/table/table.ts';
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

test('seals the tail in the same update after another writer was first', async () => {
  const table = new MemoryTable(new MemoryItems());
  const updater = new IndexUpdater(table, { ...INDEX_SIZES, segment: 1 });
  const endpointId = newId('endpoint');
  await table.put({ ...endpointKey(endpointId) }, {});
  await table.put({ ...submissionKey(endpointId, newId('submission')), data: '{}' }, {});
  jest.spyOn(table, 'transact').mockRejectedValueOnce(new ConditionFailed(1, undefined));
  expect(await updater.grow(endpointId)).toMatchObject({ sealed: 1, hasMore: false });
});

test('reports a word filter that it cannot make because others keep changing the index', async () => {
  const table = new MemoryTable(new MemoryItems());
  const sizes = { segment: 1, open: 1, page: 8, growth: 0 };
  const updater = new IndexUpdater(table, sizes);
  const endpointId = newId('endpoint');
  await table.put({ ...endpointKey(endpointId) }, {});
  for (let i = 0; i < 3; i++) {
    await table.put({ ...submissionKey(endpointId, newId('submission', 1_700_000_000_000 + i)), data: '{}' }, {});
    await updater.grow(endpointId);
  }
  jest.spyOn(table, 'transact').mockRejectedValue(new ConditionFailed(0, undefined));
  await expect(addWords(table, endpointId, 'all', () => undefined, sizes)).rejects.toThrow('still being changed');
});
