import { describe, expect, test } from '@jest/globals';
import { ENDPOINTS_PER_WORKSPACE_MAX } from '../../../shared/contract/limits.ts';
import { ownWorkspace } from '../../support/ownWorkspace.ts';
import { countOf, setCount } from '../../support/quotas.ts';
import { newEndpoint, newWorkspace, outputs, send, uniqueSlug } from '../../support/service.ts';

const ID = /^enp_[a-zA-Z0-9]+$/;

const owner = ownWorkspace();

const create = (json: unknown, secret = owner.key) => send('POST', '/v1/endpoint', { key: secret, json });
const minimal = () => ({ slug: uniqueSlug(), targetEmails: [] as string[] });

describe('POST /v1/endpoint', () => {
  test('201 defaults all fields but slug and targetEmails', async () => {
    const slug = uniqueSlug();
    const { status, json, headers } = await create({ slug, targetEmails: ['ana@example.com'] });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toEqual({
      id: expect.stringMatching(ID),
      workspaceId: owner.workspaceId,
      slug,
      name: slug,
      isEnabled: true,
      emailNotifications: true,
      redirectUrl: `${outputs().siteUrl}/thank-you`,
      targetEmails: ['ana@example.com'],
      icon: 'file',
      color: 'gray',
    });
  });

  describe('slugs', () => {
    test.each([2, 5])('201 for exactly one of %i requests that race for a slug, 409 for the others', async (count) => {
      const own = await newWorkspace();
      const fields = minimal();
      const answers = await Promise.all(Array.from({ length: count }, () => create(fields, own.key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(count - 1).fill(409)]);
      const { endpoints } = (await send('GET', '/v1/endpoints', { key: own.key })).json;
      expect(endpoints).toEqual([answers.find(({ status }) => status === 201)?.json]);
      expect(await countOf(own.workspaceId, 'endpointCount')).toBe(1);
    });
  });

  describe('quota', () => {
    test('201 for the 1,000th endpoint, 403 USAGE_EXCEEDED for the next, 201 again after a delete', async () => {
      const own = await newWorkspace();
      await setCount(own.workspaceId, 'endpointCount', 999);
      const last = await newEndpoint(own.key);
      const refused = await create(minimal(), own.key);
      expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: 'USAGE_EXCEEDED' });
      expect(await countOf(own.workspaceId, 'endpointCount')).toBe(1_000);
      expect((await send('DELETE', `/v1/endpoint/${last.id}`, { key: own.key })).status).toBe(200);
      expect((await create(minimal(), own.key)).status).toBe(201);
    });

    test('403 leaves the slug free', async () => {
      const own = await newWorkspace();
      const fields = minimal();
      await setCount(own.workspaceId, 'endpointCount', ENDPOINTS_PER_WORKSPACE_MAX);
      expect((await create(fields, own.key)).status).toBe(403);
      await setCount(own.workspaceId, 'endpointCount', 0);
      expect((await create(fields, own.key)).status).toBe(201);
    });

    test('201 for exactly one of two requests that race for the last place', async () => {
      const own = await newWorkspace();
      await setCount(own.workspaceId, 'endpointCount', ENDPOINTS_PER_WORKSPACE_MAX - 1);
      const answers = await Promise.all([create(minimal(), own.key), create(minimal(), own.key)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
      expect(await countOf(own.workspaceId, 'endpointCount')).toBe(ENDPOINTS_PER_WORKSPACE_MAX);
    });
  });
});
