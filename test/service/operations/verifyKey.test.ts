import { describe, expect, test } from '@jest/globals';
import { withoutRequestId } from '../../support/cloud/expectations.ts';
import { ownWorkspace } from '../../support/cloud/ownWorkspace.ts';
import { newKey, send } from '../../support/cloud/service.ts';
import { withAnotherEnd } from '../../support/withAnotherEnd.ts';

const UNKNOWN_ID = 'key_0123456789ABCDEFGHIJKL';
const PAST = '2020-01-01 00:00:00.000000';

const owner = ownWorkspace();

const verify = (value: unknown, secret = owner.key) =>
  send('POST', '/v1/key/verify', { key: secret, json: { key: value } });
const made = async (options?: Parameters<typeof newKey>[1]) => {
  const { key: stored, secret } = await newKey(owner.workspaceId, options);
  const { id, name, expiresAt } = stored;
  return { shown: { id, name, workspaceId: owner.workspaceId, expiresAt, permission: 'read' }, id, secret };
};
const use = (secret: string) => send('GET', '/v1/endpoints', { key: secret });

describe('POST /v1/key/verify', () => {
  test('200 does not count as use: lastAccess stays absent until the key is used', async () => {
    const target = await made();
    await verify(target.secret);
    expect((await verify(target.id)).json).toEqual(target.shown);
    await use(target.secret);
    expect((await verify(target.id)).json).toEqual({ ...target.shown, lastAccess: expect.any(String) });
  });

  describe('the same 404', () => {
    test.each(['secret', 'id'] as const)('for the %s of an expired key', async (part) => {
      const target = await made({ expiresAt: PAST });
      expect(withoutRequestId(await verify(target[part]))).toEqual(withoutRequestId(await verify(UNKNOWN_ID)));
    });

    test('for a secret with a wrong checksum', async () => {
      const { secret } = await made();
      expect(withoutRequestId(await verify(withAnotherEnd(secret)))).toEqual(
        withoutRequestId(await verify(UNKNOWN_ID)),
      );
    });
  });

  describe('field key', () => {
    test('400 does not repeat a secret that is misspelt', async () => {
      const { secret } = await made();
      expect((await verify(`${secret} `)).text).not.toContain(secret);
    });
  });
});
