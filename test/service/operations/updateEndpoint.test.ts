import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { countOf } from '../../support/quotas.ts';
import { newEndpoint, newWorkspace, send, uniqueSlug } from '../../support/service.ts';

let key: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key } = await newWorkspace());
});

beforeEach(async () => {
  endpoint = await newEndpoint(key);
});

const update = (json: unknown, { id = endpoint.id, secret = key } = {}) =>
  send('PUT', `/v1/endpoint/${id}`, { key: secret, json });
const retrieve = async (id = endpoint.id) => (await send('GET', `/v1/endpoint/${id}`, { key })).json;

describe('PUT /v1/endpoint/{id}', () => {
  test.each([
    ['only fields that cannot change', '{"id": "enp_mine", "workspaceId": "ws_other"}'],
    ['only a field of __proto__', '{"__proto__": {"name": "Newsletter"}}'],
  ])('400 for %s', async (_what, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await send('PUT', `/v1/endpoint/${endpoint.id}`, { key, body, headers });
    expect(status).toBe(400);
    expect(json.message).toContain('at least one of slug, name');
    expect(await retrieve()).toEqual(endpoint);
  });

  test('200 for one of two endpoints that race for a slug, 409 for the other', async () => {
    const second = await newEndpoint(key);
    const slug = uniqueSlug();
    const answers = await Promise.all([update({ slug }), update({ slug }, { id: second.id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const slugs = [(await retrieve()).slug, (await retrieve(second.id)).slug];
    const kept = answers[0].status === 409 ? endpoint.slug : second.slug;
    expect(slugs.sort()).toEqual([slug, kept].sort());
  });

  test('200 or 404 during a concurrent delete; the endpoint is gone and both slugs are free', async () => {
    const own = await newWorkspace();
    const doomed = await newEndpoint(own.key);
    const slug = uniqueSlug();
    const [changed, deleted] = await Promise.all([
      update({ slug }, { id: doomed.id, secret: own.key }),
      send('DELETE', `/v1/endpoint/${doomed.id}`, { key: own.key }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(changed.status);
    expect((await send('GET', `/v1/endpoint/${doomed.id}`, { key: own.key })).status).toBe(404);
    expect(await countOf(own.workspaceId, 'endpointCount')).toBe(0);
    await newEndpoint(own.key, { slug: doomed.slug });
    await newEndpoint(own.key, { slug });
  });
});
