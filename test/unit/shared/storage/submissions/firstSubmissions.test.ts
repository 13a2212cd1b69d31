import { expect, test } from '@jest/globals';
import { PENDING_DAYS } from '../../../../../shared/contract/limits.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { findFirst } from '../../../../../shared/storage/submissions/firstSubmissions.ts';
import { pendingKey, submissionKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const ENDPOINT_ID = newId('endpoint');
const PENDING_MS = PENDING_DAYS * 86_400_000;

test.each([
  ['finds a pending submission', pendingKey, PENDING_MS - 60_000, true],
  ['ignores one that nobody can confirm any more, although DynamoDB has not removed it', pendingKey, PENDING_MS, false],
  ['finds a confirmed one, however old', submissionKey, PENDING_MS, true],
])('%s', async (_what, keyOf, age, isFound) => {
  const table = new MemoryTable(new MemoryItems());
  const id = newId('submission', Date.now() - age);
  await table.put({ ...keyOf(ENDPOINT_ID, id), data: '{}', location: 'Spain' }, {});
  const found = expect.objectContaining({ submission: expect.objectContaining({ id }) });
  expect(await findFirst(table, { id: ENDPOINT_ID }, id)).toEqual(isFound ? found : { unchanged: expect.any(Array) });
});
