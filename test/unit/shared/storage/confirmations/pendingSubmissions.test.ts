import { expect, test } from '@jest/globals';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { PendingSubmissions } from '../../../../../shared/storage/confirmations/pendingSubmissions.ts';
import { pendingKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const DAY_MS = 86_400_000;

test('a list ends after a submission that expired after it was listed', async () => {
  const table = new MemoryTable(new MemoryItems());
  let now = Date.now();
  const endpointId = newId('endpoint');
  const ids = [2, 3].map((days) => newId('submission', now - days * DAY_MS));
  for (const id of ids) await table.put({ ...pendingKey(endpointId, id), data: '{}', location: 'Spain' }, {});
  const pending = new PendingSubmissions(table, () => now);
  const { next } = await pending.list(endpointId, { limit: 1 });
  expect(next).toBe(ids[0]);
  now += 6 * DAY_MS;
  expect(await pending.list(endpointId, { limit: 1, after: next })).toMatchObject({ submissions: [], next: undefined });
});
