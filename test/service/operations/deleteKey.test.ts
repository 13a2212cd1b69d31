import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import { keyKey } from '../../../shared/storage/itemKeys.ts';
import type { StoredKey } from '../../../shared/storage/keys.ts';
import { countOf } from '../../support/quotas.ts';
import { eventually, newEndpoint, newKey, newWorkspace, send, sharedTable } from '../../support/service.ts';

let key: string;
let keyId: string;
let workspaceId: string;
let target: StoredKey;
let targetSecret: string;

beforeEach(async () => {
  ({ key, keyId, workspaceId } = await newWorkspace());
  ({ key: target, secret: targetSecret } = await newKey(workspaceId));
});

const remove = (id = target.id, secret = key) => send('DELETE', `/v1/key/${id}`, { key: secret });
const statusWith = async (secret: string) => (await send('GET', '/v1/endpoints', { key: secret })).status;

describe('DELETE /v1/key/{id}', () => {
  test('200 and the key is rejected on the very next request, however busy it was', async () => {
    for (let i = 0; i < 5; i++) expect(await statusWith(targetSecret)).toBe(200);
    await remove();
    expect(await statusWith(targetSecret)).toBe(401);
  });

  test('200 leaves nothing of the key', async () => {
    await statusWith(targetSecret);
    await remove();
    await statusWith(targetSecret);
    expect(await sharedTable().get(keyKey(target.id))).toBeUndefined();
    const { keys } = (await send('GET', '/v1/keys', { key })).json;
    expect(keys.map(({ id }: Key) => id)).toEqual([keyId]);
    expect(await countOf(workspaceId, 'keyCount')).toBe(1);
  });

  test('200 for the calling key, which is rejected on the very next request', async () => {
    expect((await remove(keyId)).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
    expect((await remove(keyId)).status).toBe(401);
    expect(await statusWith(targetSecret)).toBe(200);
  });

  test("200 for the workspace's last key; its endpoints still receive submissions", async () => {
    const { id } = await newEndpoint(key);
    await remove();
    await remove(keyId);
    expect(await countOf(workspaceId, 'keyCount')).toBe(0);
    expect((await send('POST', `/v1/f/${id}`, { json: { message: 'Hello' } })).status).toBe(201);
  });

  test('200 for a key that has expired', async () => {
    const { key: expired } = await newKey(workspaceId, { expiresAt: '2020-01-01 00:00:00.000000' });
    expect((await remove(expired.id)).status).toBe(200);
  });

  test('200 leaves keys that the key created unchanged', async () => {
    const json = { name: 'Second', expiresAt: 'never' };
    const secondSecret = (await send('POST', '/v1/key', { key, json })).headers.get('x-api-key-secret') ?? '';
    await remove(keyId);
    expect(await statusWith(secondSecret)).toBe(200);
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

  test.each([2, 4])('200 for exactly one of %i deletes that race, 404 for the others, counted once', async (count) => {
    const answers = await Promise.all(Array.from({ length: count }, () => remove()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(count - 1).fill(404)]);
    expect(await countOf(workspaceId, 'keyCount')).toBe(1);
  });

  test('404 for a secret in place of the id', async () => {
    expect((await remove(targetSecret)).status).toBe(404);
    expect(await statusWith(targetSecret)).toBe(200);
  });
});
