import { beforeEach, describe, expect, test } from '@jest/globals';
import { keyKey } from '../../../shared/storage/itemKeys.ts';
import type { StoredKey } from '../../../shared/storage/keys.ts';
import { countOf } from '../../support/quotas.ts';
import { eventually, newKey, newWorkspace, send, sharedTable } from '../../support/service.ts';

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
  test('200 for a key that has expired', async () => {
    const { key: expired } = await newKey(workspaceId, { expiresAt: '2020-01-01 00:00:00.000000' });
    expect((await remove(expired.id)).status).toBe(200);
  });

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

  test('200 for exactly one of four deletes that race, 404 for the others, counted once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await countOf(workspaceId, 'keyCount')).toBe(1);
  });

  test('404 for a secret in place of the id', async () => {
    expect((await remove(targetSecret)).status).toBe(404);
    expect(await statusWith(targetSecret)).toBe(200);
  });
});
