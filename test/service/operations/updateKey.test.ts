import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { keyKey } from '../../../shared/storage/itemKeys.ts';
import type { StoredKey } from '../../../shared/storage/keys.ts';
import { expectBadFields } from '../../support/expectations.ts';
import { newKey, newWorkspace, send, sharedTable } from '../../support/service.ts';

const MISSING = 'key_0123456789ABCDEFGHIJKL';
const PAST = '2020-01-01 00:00:00.000000';
const NEVER = '9999-12-31 23:59:59.999999';
const DAY_MS = 86_400_000;

let key: string;
let keyId: string;
let workspaceId: string;
let target: Key;
let targetSecret: string;

beforeEach(async () => {
  ({ key, keyId, workspaceId } = await newWorkspace());
  const { id, name, expiresAt } = await made(workspaceId);
  target = { id, name, workspaceId, expiresAt, permission: 'read' };
});

async function made(owner: string, options?: Parameters<typeof newKey>[1]): Promise<StoredKey> {
  const { key: made, secret } = await newKey(owner, options);
  targetSecret = secret;
  return made;
}

const update = (json: unknown, { id = target.id, secret = key } = {}) =>
  send('PUT', `/v1/key/${id}`, { key: secret, json });
const listed = async (id = target.id): Promise<Key | undefined> =>
  (await send('GET', '/v1/keys', { key })).json.keys.find((shown: Key) => shown.id === id);
const statusWith = async (secret: string) => (await send('GET', '/v1/endpoints', { key: secret })).status;
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe('PUT /v1/key/{id}', () => {
  test('200 changes the name, keeps the expiry, and listKeys returns the same', async () => {
    const { status, json } = await update({ name: 'Renamed' });
    expect(status).toBe(200);
    expect(json).toEqual({ ...target, name: 'Renamed' });
    expect(await listed()).toEqual(json);
  });

  test('200 omits `permission` for a key with write permission', async () => {
    const { permission: _, ...shown } = target;
    const { id } = await made(workspaceId, { permission: 'write' });
    expect((await update({ name: target.name }, { id })).json).toEqual({ ...shown, id });
  });

  test('200 changes the expiry, counted from now, and keeps the name', async () => {
    const before = Date.now();
    const { status, json } = await update({ expiresAt: '2-weeks' });
    expect(status).toBe(200);
    expect(json).toEqual({ ...target, expiresAt: expect.any(String) });
    expect(momentOf(json.expiresAt)).toBeGreaterThanOrEqual(before + 14 * DAY_MS);
    expect(momentOf(json.expiresAt)).toBeLessThanOrEqual(Date.now() + 14 * DAY_MS);
    expect(await listed()).toEqual(json);
  });

  test('200 changes both, including to never', async () => {
    await update({ expiresAt: '1-day' });
    const { json } = await update({ name: 'Renamed', expiresAt: 'never' });
    expect(json).toEqual({ ...target, name: 'Renamed', expiresAt: NEVER });
  });

  test('200 keeps the secret and its permission', async () => {
    await update({ name: 'Renamed', expiresAt: '1-year' });
    expect(await statusWith(targetSecret)).toBe(200);
    expect((await update({ name: 'By itself' }, { secret: targetSecret })).status).toBe(403);
  });

  test('200 keeps lastAccess', async () => {
    await statusWith(targetSecret);
    const used = await listed();
    expect(used?.lastAccess).toEqual(expect.any(String));
    expect((await update({ name: 'Renamed' })).json).toEqual({ ...used, name: 'Renamed' });
  });

  test('200 for the key that is calling, which is still accepted', async () => {
    const { status, json } = await update({ name: 'Renamed', expiresAt: '1-day' }, { id: keyId });
    expect({ status, name: json.name }).toEqual({ status: 200, name: 'Renamed' });
    expect(await statusWith(key)).toBe(200);
  });

  describe('with a key that expires in 30 days', () => {
    let caller: { id: string; secret: string; expiresAt: string };
    beforeEach(async () => {
      const expiresAt = formatTime(new Date(Date.now() + 30 * DAY_MS));
      const { key, secret } = await newKey(workspaceId, { permission: 'write', expiresAt });
      caller = { id: key.id, secret, expiresAt };
    });

    test.each([
      ['itself', 'never'],
      ['itself', '31-days'],
      ['another key', 'never'],
      ['another key', '31-days'],
    ])('403 for extending %s to %s, and changes nothing', async (which, expiresAt) => {
      const id = which === 'itself' ? caller.id : target.id;
      const before = await sharedTable().get(keyKey(id));
      const { status, json } = await update({ name: 'Renamed', expiresAt }, { id, secret: caller.secret });
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
      expect(json.message).toContain(caller.expiresAt);
      expect({ ...(await sharedTable().get(keyKey(id))), lastAccess: '' }).toEqual({ ...before, lastAccess: '' });
    });

    test('403 is the same for another workspace’s key and for a missing one', async () => {
      const other = await newWorkspace();
      for (const id of [other.keyId, MISSING])
        expect((await update({ expiresAt: 'never' }, { id, secret: caller.secret })).status).toBe(403);
    });

    test.each(['itself', 'another key'])('200 gives %s an earlier end', async (which) => {
      const id = which === 'itself' ? caller.id : target.id;
      const { status, json } = await update({ expiresAt: '29-days' }, { id, secret: caller.secret });
      expect(status).toBe(200);
      expect(json.expiresAt < caller.expiresAt).toBe(true);
    });

    test('200 renames a key that lives longer', async () => {
      const { status, json } = await update({ name: 'Renamed' }, { secret: caller.secret });
      expect({ status, json }).toEqual({ status: 200, json: { ...target, name: 'Renamed' } });
    });

    test('403 for every one of many requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          update({ expiresAt: i % 2 ? 'never' : '29-days' }, { id: caller.id, secret: caller.secret }),
        ),
      );
      expect(answers.filter((_, i) => i % 2).map(({ status }) => status)).toEqual(Array(5).fill(403));
      const kept = await sharedTable().get(keyKey(caller.id));
      expect(String(kept?.expiresAt) <= caller.expiresAt).toBe(true);
    });
  });

  test('200 makes an expired key accepted again', async () => {
    const expired = await made(workspaceId, { expiresAt: PAST });
    expect(await statusWith(targetSecret)).toBe(401);
    expect((await update({ expiresAt: '1-day' }, { id: expired.id })).status).toBe(200);
    expect(await statusWith(targetSecret)).toBe(200);
  });

  describe('fields', () => {
    test.each([
      ['name', { name: 'abc', expiresAt: '1-day' }],
      ['expiresAt', { name: 'Renamed', expiresAt: NEVER }],
    ])('400 for a bad %s changes nothing', async (field, json) => {
      expectBadFields(await update(json), 'body', field);
      expect(await listed()).toEqual(target);
    });
  });

  test('404 for a deleted key, which stays deleted', async () => {
    await send('DELETE', `/v1/key/${target.id}`, { key });
    expect((await update({ expiresAt: 'never' })).status).toBe(404);
    expect(await sharedTable().get(keyKey(target.id))).toBeUndefined();
    expect(await statusWith(targetSecret)).toBe(401);
  });
});
