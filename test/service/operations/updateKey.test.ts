import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { keyKey } from '../../../shared/storage/itemKeys.ts';
import { newKey, newWorkspace, send, sharedTable } from '../../support/service.ts';

const DAY_MS = 86_400_000;

let key: string;
let workspaceId: string;
let target: { id: string };
let targetSecret: string;

beforeEach(async () => {
  ({ key, workspaceId } = await newWorkspace());
  ({ key: target, secret: targetSecret } = await newKey(workspaceId));
});

const update = (json: unknown, { id = target.id, secret = key } = {}) =>
  send('PUT', `/v1/key/${id}`, { key: secret, json });
const listed = async (): Promise<Key | undefined> =>
  (await send('GET', '/v1/keys', { key })).json.keys.find(({ id }: Key) => id === target.id);
const statusWith = async (secret: string) => (await send('GET', '/v1/endpoints', { key: secret })).status;

describe('PUT /v1/key/{id}', () => {
  test('200 keeps lastAccess', async () => {
    await statusWith(targetSecret);
    const used = await listed();
    expect(used?.lastAccess).toEqual(expect.any(String));
    expect((await update({ name: 'Renamed' })).json).toEqual({ ...used, name: 'Renamed' });
  });

  test.each(['itself', 'another key'])('403 when a key that expires gives %s no end, which it names', async (which) => {
    const expiresAt = formatTime(new Date(Date.now() + 30 * DAY_MS));
    const { key: caller, secret } = await newKey(workspaceId, { permission: 'write', expiresAt });
    const id = which === 'itself' ? caller.id : target.id;
    const before = await sharedTable().get(keyKey(id));
    const { status, json } = await update({ name: 'Renamed', expiresAt: 'never' }, { id, secret });
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(json.message).toContain(expiresAt);
    expect({ ...(await sharedTable().get(keyKey(id))), lastAccess: '' }).toEqual({ ...before, lastAccess: '' });
  });
});
