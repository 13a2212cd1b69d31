import { afterEach, expect, jest, test } from '@jest/globals';
import { ulid } from 'ulid';
import { repeatsOf, storeOnce } from '../../../../shared/intake/repeats.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { FirstSubmissions } from '../../../../shared/storage/firstSubmissions.ts';
import { Submissions } from '../../../../shared/storage/submissions.ts';
import type { TransactionWrite } from '../../../../shared/storage/table.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const MINUTE_MS = 60_000;
const HASH = new Uint8Array([1]);

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['right', 0],
  ['two hours slow', -120],
  ['ten minutes fast', 10],
  ['two hours fast', 120],
])('stores a submission once that a client whose clock is %s repeats for an hour', async (_what, ahead) => {
  const table = new MemoryTable(new MemoryItems());
  const firstSubmissions = new FirstSubmissions(table);
  const endpoint = { id: newId('endpoint'), workspaceId: newId('workspace') };
  const startedAt = Date.now();
  const name = ulid(startedAt + ahead * MINUTE_MS);
  const store = (id: string, claims: TransactionWrite[]) =>
    new Submissions(table).create(endpoint.id, {
      id,
      claims,
      mayExist: true,
      data: { a: '1' },
      location: 'Spain',
      ...(claims.length === 0 && { inputHash: HASH }),
    });
  const outcomes: boolean[] = [];
  for (const minutes of [0, 1, 6, 8, 15, 59, 61]) {
    jest.spyOn(Date, 'now').mockReturnValue(startedAt + minutes * MINUTE_MS);
    const dependencies = { firstSubmissions, table, dailySecrets: { find: async () => 'secret' } };
    const repeats = repeatsOf(endpoint, name, { inputHash: () => HASH, sender: [] }, dependencies);
    if (!repeats) throw new Error('a name is not recognized');
    const circumstances = { isWanted: true, mayBePending: false };
    outcomes.push((await storeOnce(repeats, circumstances, store, firstSubmissions)).isReplayed);
  }
  expect(outcomes).toEqual([false, true, true, true, true, true, true]);
});
