import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createOnce } from '../../../../shared/http/createOnce.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { requestKey } from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const OPERATION = { id: 'createWebhook', repeated: 'withoutSecret' } as const;
const BODY = { url: 'https://hooks.example.com/services/secret-path' };
const OTHER_BODY = { url: 'https://hooks.example.com/' };
const CREATED = { id: newId('webhook'), ...BODY };

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function givenWorkspace() {
  const table = new MemoryTable(new MemoryItems());
  const caller = { narrowing: undefined, workspaceId: newId('workspace') };
  const key = requestKey(caller.workspaceId, sha256('["createWebhook","order-1001",null]').toString('base64url'));
  const create = (sentBody: unknown) =>
    createOnce(
      OPERATION,
      { headers: { 'idempotency-key': 'order-1001' }, sentBody },
      { table, caller },
      async (recordOf) => {
        await table.transact(recordOf(CREATED));
        return CREATED;
      },
    );
  return { table, key, create };
}

test('records nothing that can be read without the request', async () => {
  const { table, key, create } = givenWorkspace();
  expect(await create(BODY)).toEqual(CREATED);
  const { inputHash, response } = (await table.get(key)) as { inputHash: Uint8Array; response: string };
  for (const encoding of ['utf8', 'base64'] as const) {
    expect(Buffer.from(response, encoding).toString('latin1')).not.toMatch(/secret-path|hooks|whk/);
  }
  expect(Buffer.from(inputHash)).not.toEqual(sha256(JSON.stringify(BODY)));
  expect(await create(BODY)).toMatchObject({ value: CREATED });
  await expect(create(OTHER_BODY)).rejects.toMatchObject({ code: 'CONFLICT' });
});
