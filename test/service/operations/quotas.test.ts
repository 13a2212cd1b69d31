import { describe, expect, test } from '@jest/globals';
import { ENDPOINTS_PER_WORKSPACE_MAX, KEYS_PER_WORKSPACE_MAX } from '../../../shared/contract/limits.ts';
import { countOf, setCount } from '../../support/cloud/quotas.ts';
import { newWorkspace, send, uniqueSlug } from '../../support/cloud/service.ts';

describe.each([
  ['/v1/endpoint', 'endpointCount', ENDPOINTS_PER_WORKSPACE_MAX, () => ({ slug: uniqueSlug(), targetEmails: [] })],
  ['/v1/key', 'keyCount', KEYS_PER_WORKSPACE_MAX, () => ({ name: 'Website', expiresAt: '30-days' })],
] as const)('POST %s', (path, count, max, newJson) => {
  const create = (key: string) => send('POST', path, { key, json: newJson() });

  test(`201 for the ${max}th, 403 USAGE_EXCEEDED for the next, 201 again after a delete`, async () => {
    const { workspaceId, key } = await newWorkspace();
    await setCount(workspaceId, count, max - 1);
    const last = await create(key);
    expect(last.status).toBe(201);
    const refused = await create(key);
    expect([refused.status, refused.json.code]).toEqual([403, 'USAGE_EXCEEDED']);
    expect(refused.headers.has('x-api-key-secret')).toBe(false);
    expect(await countOf(workspaceId, count)).toBe(max);
    expect((await send('DELETE', `${path}/${last.json.id}`, { key })).status).toBe(200);
    expect((await create(key)).status).toBe(201);
  });

  test('201 for exactly one of two requests that race for the last place', async () => {
    const { workspaceId, key } = await newWorkspace();
    await setCount(workspaceId, count, max - 1);
    const answers = await Promise.all([create(key), create(key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(await countOf(workspaceId, count)).toBe(max);
  });
});
