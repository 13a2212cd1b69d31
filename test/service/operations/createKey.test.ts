import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { keyKey, workspaceKey } from '../../../shared/storage/itemKeys.ts';
import { expectBadFields } from '../../support/expectations.ts';
import { ownWorkspace } from '../../support/ownWorkspace.ts';
import { countOf, setCount } from '../../support/quotas.ts';
import { newEndpoint, newWorkspace, send, sharedTable } from '../../support/service.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DAY_MS = 86_400_000;

const owner = ownWorkspace();

/** Resets the count each time: together the tests create more keys than a workspace can have. */
const create = async (json: unknown, secret = owner.key) => {
  if (secret === owner.key) await setCount(owner.workspaceId, 'keyCount', 1);
  return send('POST', '/v1/key', { key: secret, json });
};
const minimal = () => ({ name: 'Website', expiresAt: '30-days' });
const lasting = () => ({ name: 'Website', expiresAt: 'never' });
const secretOf = ({ headers }: { headers: Headers }): string => headers.get('x-api-key-secret') ?? '';
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe('POST /v1/key', () => {
  test('201 returns the key, without lastAccess and without its secret', async () => {
    const answer = await create({ name: 'Website', expiresAt: 'never' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^key_[a-zA-Z0-9]+$/),
      name: 'Website',
      workspaceId: owner.workspaceId,
      expiresAt: '9999-12-31 23:59:59.999999',
    });
    expect(answer.text).not.toContain(secretOf(answer));
  });

  test('201 creates a key that is accepted at once and has its creator’s permission', async () => {
    const secret = secretOf(await create(lasting()));
    const endpoint = await newEndpoint(secret);
    expect(endpoint.workspaceId).toBe(owner.workspaceId);
    expect((await create(minimal(), secret)).status).toBe(201);
  });

  describe('secret', () => {
    test('201 returns it in X-Api-Key-Secret, which must not be cached and browsers can read', async () => {
      const answer = await create(minimal());
      expect(secretOf(answer)).toMatch(/^fbk_[0-9A-Za-z]{36}$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Api-Key-Secret');
    });

    test('201 ends it with the CRC32 of its 30 random characters in base 62', async () => {
      const secret = secretOf(await create(minimal()));
      const checksum = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);
      expect(checksum).toBe(crc32(secret.slice(4, 34)));
    });

    test('201 never gives the same one twice', async () => {
      const secrets = await Promise.all(Array.from({ length: 5 }, async () => secretOf(await create(minimal()))));
      expect(new Set(secrets).size).toBe(5);
    });

    test('201 stores nothing of it but its SHA-256', async () => {
      const answer = await create(minimal());
      const secret = secretOf(answer);
      const item = await sharedTable().get(keyKey(answer.json.id));
      expect(item?.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
      const { Items } = await sharedTable().query({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': workspaceKey(owner.workspaceId).PK },
      });
      expect(JSON.stringify(Items)).toContain(answer.json.id);
      // Searches for its random part, to find it also with another prefix.
      expect(JSON.stringify([item, Items])).not.toContain(secret.slice(4, 34));
    });

    test('no later response has it', async () => {
      const answer = await create(minimal());
      const secret = secretOf(answer);
      const later = [
        await owner.send('GET', '/v1/keys'),
        await owner.send('PUT', `/v1/key/${answer.json.id}`, { json: { name: 'Renamed' } }),
        await owner.send('POST', '/v1/key/verify', { json: { key: secret } }),
        await owner.send('POST', '/v1/key/verify', { json: { key: answer.json.id } }),
      ];
      expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { headers, text } of later) {
        expect(headers.has('x-api-key-secret')).toBe(false);
        expect(text).not.toContain(secret.slice(4, 34));
      }
    });

    test('400 returns none', async () => {
      expect((await create({ name: 'Website' })).headers.has('x-api-key-secret')).toBe(false);
    });
  });

  describe('expiresAt', () => {
    test('201 interprets it as a time from now', async () => {
      const before = Date.now();
      const { status, json } = await create({ name: 'Website', expiresAt: '2-weeks' });
      expect(status).toBe(201);
      expect(json.expiresAt).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/);
      expect(momentOf(json.expiresAt)).toBeGreaterThanOrEqual(before + 14 * DAY_MS);
      expect(momentOf(json.expiresAt)).toBeLessThanOrEqual(Date.now() + 14 * DAY_MS);
    });

    describe('of a key created by one that expires in 30 days', () => {
      let maker: string;
      let makerExpiresAt: string;
      beforeAll(async () => {
        const made = await create(minimal());
        maker = secretOf(made);
        makerExpiresAt = made.json.expiresAt;
      });

      test.each(['never', '30-days', '31-days', '5-weeks', '2-months', '1-year'])(
        '403 for %s, which is later, and creates none',
        async (expiresAt) => {
          await setCount(owner.workspaceId, 'keyCount', 1);
          const answer = await create({ name: 'Website', expiresAt }, maker);
          expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
          expect(answer.json.message).toContain(makerExpiresAt);
          expect(answer.headers.has('x-api-key-secret')).toBe(false);
          expect(await countOf(owner.workspaceId, 'keyCount')).toBe(1);
        },
      );

      test.each(['1-day', '4-weeks', '29-days'])('201 for %s, which is earlier', async (expiresAt) => {
        const { status, json } = await create({ name: 'Website', expiresAt }, maker);
        expect(status).toBe(201);
        expect(json.expiresAt < makerExpiresAt).toBe(true);
      });

      test('400 takes precedence, for an invalid body', async () => {
        expectBadFields(await create({ name: 'abc', expiresAt: 'never' }, maker), 'body', 'name');
      });
    });
  });

  describe('quota', () => {
    test('201 for the 100th key, 403 USAGE_EXCEEDED for the next, 201 again after a delete', async () => {
      const own = await newWorkspace();
      await setCount(own.workspaceId, 'keyCount', 99);
      const last = await create(minimal(), own.key);
      expect(last.status).toBe(201);
      const refused = await create(minimal(), own.key);
      expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: 'USAGE_EXCEEDED' });
      expect(refused.headers.has('x-api-key-secret')).toBe(false);
      expect(await countOf(own.workspaceId, 'keyCount')).toBe(100);
      expect((await send('DELETE', `/v1/key/${last.json.id}`, { key: own.key })).status).toBe(200);
      expect((await create(minimal(), own.key)).status).toBe(201);
    });

    test('201 for exactly one of two requests that race for the last place', async () => {
      const own = await newWorkspace();
      await setCount(own.workspaceId, 'keyCount', 99);
      const answers = await Promise.all([create(minimal(), own.key), create(minimal(), own.key)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
      const { keys } = (await send('GET', '/v1/keys', { key: own.key })).json;
      expect(keys).toHaveLength(2);
    });
  });
});
