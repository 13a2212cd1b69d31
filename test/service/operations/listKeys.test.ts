import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { eventually, newKey, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';

const MINUTE_MS = 60_000;

const list = (key: string, query = '') => send('GET', `/v1/keys${query}`, { key });
const idsOf = ({ json }: { json: { keys: Key[] } }) => json.keys.map(({ id }) => id);
const momentOf = (time = ''): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe('GET /v1/keys', () => {
  let key: string;
  let workspaceId: string;
  let ids: string[];

  beforeAll(async () => {
    const workspace = await newWorkspace();
    ({ key, workspaceId } = workspace);
    ids = [workspace.keyId];
    for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) {
      const { json } = await send('POST', '/v1/key', { key, json: { name, expiresAt: '30-days' } });
      ids.push(json.id);
    }
  });

  test('200 lists whole keys, oldest first, without anything of their secrets', async () => {
    const { status, json } = await list(key);
    expect(status).toBe(200);
    expect(json._metadata).toEqual({ totalPages: 1, page: 1, itemsPerPage: 100 });
    const shown = { workspaceId, expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/) };
    expect(json.keys).toEqual([
      { ...shown, id: ids[0], name: 'First key', lastAccess: expect.any(String) },
      { ...shown, id: ids[1], name: 'Second' },
      { ...shown, id: ids[2], name: 'Third' },
      { ...shown, id: ids[3], name: 'Fourth' },
      { ...shown, id: ids[4], name: 'Fifth' },
    ]);
  });

  test('200 lists keys that have expired, too', async () => {
    const own = await newWorkspace();
    const { key: expired } = await newKey(own.workspaceId, { expiresAt: '2020-01-01 00:00:00.000000' });
    expect(idsOf(await list(own.key))).toEqual([own.keyId, expired.id]);
  });

  describe('lastAccess', () => {
    let key: string;
    let workspaceId: string;
    beforeAll(async () => {
      ({ key, workspaceId } = await newWorkspace());
    });

    const accessOf = async (reader: string, id: string): Promise<string | undefined> =>
      (await list(reader)).json.keys.find((shown: Key) => shown.id === id)?.lastAccess;

    test('200 omits it until the key is used, then has it within a minute', async () => {
      const { key: unused, secret } = await newKey(workspaceId);
      expect(await accessOf(key, unused.id)).toBeUndefined();
      const before = Date.now();
      await send('GET', '/v1/endpoints', { key: secret });
      const after = Date.now();
      const lastAccess = await eventually(
        () => accessOf(key, unused.id),
        (time) => time !== undefined,
      );
      expect(lastAccess).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
      expect(momentOf(lastAccess)).toBeGreaterThanOrEqual(before - MINUTE_MS);
      expect(momentOf(lastAccess)).toBeLessThanOrEqual(after);
    });

    test('200 updates it if the key is used and the last use is 45 s ago', async () => {
      const { key: old, secret } = await newKey(workspaceId);
      const earlier = formatTime(new Date(Date.now() - 45_000));
      const change = { UpdateExpression: 'SET lastAccess = :earlier' };
      const ExpressionAttributeValues = { ':earlier': earlier };
      await sharedTable().update({ Key: keyKey(old.id), ...change, ExpressionAttributeValues });
      expect(await accessOf(key, old.id)).toBe(earlier);
      const before = Date.now();
      await send('GET', '/v1/endpoints', { key: secret });
      const lastAccess = await eventually(
        () => accessOf(key, old.id),
        (time) => time !== earlier,
      );
      expect(momentOf(lastAccess)).toBeGreaterThanOrEqual(before);
    });

    test('200 omits it if the key was only rejected, until it is extended and used', async () => {
      const { key: expired, secret } = await newKey(workspaceId, { expiresAt: '2020-01-01 00:00:00.000000' });
      expect((await send('GET', '/v1/endpoints', { key: secret })).status).toBe(401);
      expect(await accessOf(key, expired.id)).toBeUndefined();
      const prolonged = await send('PUT', `/v1/key/${expired.id}`, { key, json: { expiresAt: '1-day' } });
      expect(prolonged.status).toBe(200);
      await send('GET', '/v1/submissions/enp_1', { key: secret });
      const lastAccess = await eventually(
        () => accessOf(key, expired.id),
        (time) => time !== undefined,
      );
      expect(lastAccess).toEqual(expect.any(String));
    });
  });
});
