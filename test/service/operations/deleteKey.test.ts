import { beforeEach, describe, expect, test } from '@jest/globals';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import type { StoredKey } from '../../../shared/storage/workspaces/storedKey.ts';
import { eventually, newKey, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';

let key: string;
let workspaceId: string;
let target: StoredKey;
let targetSecret: string;

beforeEach(async () => {
  ({ key, workspaceId } = await newWorkspace());
  ({ key: target, secret: targetSecret } = await newKey(workspaceId));
});

const remove = (id = target.id, secret = key) => send('DELETE', `/v1/key/${id}`, { key: secret });
const statusWith = async (secret: string) => (await send('GET', '/v1/endpoints', { key: secret })).status;

describe('DELETE /v1/key/{id}', () => {
  test('200 despite concurrent requests with the key, which do not restore it', async () => {
    const uses = Promise.all(Array.from({ length: 5 }, () => statusWith(targetSecret)));
    expect((await remove()).status).toBe(200);
    for (const status of await uses) expect([200, 401]).toContain(status);
    expect(await statusWith(targetSecret)).toBe(401);
    const item = await eventually(
      () => sharedTable().get(keyKey(target.id)),
      (left) => left === undefined,
    );
    expect(item).toBeUndefined();
  });
});
