import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { keyKey, workspaceKey } from '../../../shared/storage/table/itemKeys.ts';
import { ownWorkspace } from '../../support/cloud/ownWorkspace.ts';
import { sharedTable } from '../../support/cloud/service.ts';

const owner = ownWorkspace();

const create = () => owner.send('POST', '/v1/key', { json: { name: 'Website', expiresAt: '30-days' } });
const secretOf = ({ headers }: { headers: Headers }): string => headers.get('x-api-key-secret') ?? '';

describe('POST /v1/key', () => {
  describe('secret', () => {
    test('201 returns it in X-Api-Key-Secret, which must not be cached and browsers can read', async () => {
      const answer = await create();
      expect(secretOf(answer)).toMatch(/^fbk_[0-9A-Za-z]{36}$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Api-Key-Secret');
    });

    test('201 stores nothing of it but its SHA-256', async () => {
      const answer = await create();
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
      const answer = await create();
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
  });
});
