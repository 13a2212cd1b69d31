import { expect, test } from '@jest/globals';
import { fileKey } from '../../../../shared/files/objectKeys.ts';
import { removeUnstoredFiles } from '../../../../shared/removal/fileRemoval.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { pendingKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const [endpointId, submissionId] = [newId('endpoint'), newId('submission')];
const fileIds = [newId('file'), newId('file')];
const [ours, theirs] = fileIds as [string, string];

test.each<[string, object | undefined, string[]]>([
  ['no submission was stored', undefined, fileIds],
  ['this request stored it', { ...submissionKey(endpointId, submissionId), files: { [ours]: {}, [theirs]: {} } }, []],
  ['another request stored it', { ...submissionKey(endpointId, submissionId), files: { [theirs]: {} } }, [ours]],
  ['it is pending', { ...pendingKey(endpointId, submissionId), files: { [theirs]: {} } }, [ours]],
])('if %s, removes exactly the files that it does not have', async (_what, item, expected) => {
  const table = new MemoryTable(new MemoryItems());
  if (item) await table.put({ ...item }, {});
  const removed: string[] = [];
  const bucket = { remove: async (key: string) => void removed.push(key) };
  const count = await removeUnstoredFiles({ table, bucket }, { endpointId, submissionId, fileIds });
  expect([count, removed]).toEqual([expected.length, expected.map((id) => fileKey(endpointId, submissionId, id))]);
});
