import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { expectBadFields } from '../../support/expectations.ts';
import { countOf } from '../../support/quotas.ts';
import { newEndpoint, newWorkspace, send, uniqueSlug } from '../../support/service.ts';

let key: string;
let workspaceId: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key, workspaceId } = await newWorkspace());
});

beforeEach(async () => {
  endpoint = await newEndpoint(key, { name: 'Contact form', icon: 'mail', targetEmails: ['ana@example.com'] });
});

const update = (json: unknown, { id = endpoint.id, secret = key } = {}) =>
  send('PUT', `/v1/endpoint/${id}`, { key: secret, json });
const retrieve = async (id = endpoint.id) => (await send('GET', `/v1/endpoint/${id}`, { key })).json;
const slugIsFree = async (slug: string): Promise<boolean> => {
  const { status } = await send('POST', '/v1/endpoint', { key, json: { slug, targetEmails: [] } });
  return status === 201;
};

describe('PUT /v1/endpoint/{id}', () => {
  test('200 changes the given field, keeps all others, and retrieveEndpoint returns the same', async () => {
    const { status, json } = await update({ name: 'Newsletter' });
    expect(status).toBe(200);
    expect(json).toEqual({ ...endpoint, name: 'Newsletter' });
    expect(await retrieve()).toEqual(json);
  });

  test('200 changes all fields at once', async () => {
    const fields = {
      slug: uniqueSlug(),
      name: 'Newsletter',
      isEnabled: false,
      emailNotifications: false,
      redirectUrl: 'https://example.com/thanks',
      targetEmails: ['bob@example.com'],
      icon: 'rocket',
      color: 'pink',
    };
    const { status, json } = await update(fields);
    expect(status).toBe(200);
    expect(json).toEqual({ id: endpoint.id, workspaceId, ...fields });
    expect(await retrieve()).toEqual(json);
  });

  test('200 resets no field to its default', async () => {
    const set = { isEnabled: false, emailNotifications: false, redirectUrl: 'https://example.com/', color: 'red' };
    await update(set);
    const { json } = await update({ name: 'Newsletter' });
    expect(json).toEqual({ ...endpoint, ...set, name: 'Newsletter' });
  });

  test('200 for an endpoint that was read, changed and sent back', async () => {
    const read = await retrieve();
    const { status, json } = await update({ ...read, isEnabled: false });
    expect(status).toBe(200);
    expect(json).toEqual({ ...read, isEnabled: false });
    expect(await retrieve()).toEqual(json);
  });

  describe('fields', () => {
    test('400 names every invalid field by its path and changes nothing', async () => {
      const answer = await update({ slug: 'A', targetEmails: ['ana@example.com', 'bob'], name: 'Good name' });
      expectBadFields(answer, 'body', 'slug', 'targetEmails[1]');
      expect(await retrieve()).toEqual(endpoint);
    });

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
  });

  test('404 for a deleted endpoint, which stays deleted', async () => {
    await send('DELETE', `/v1/endpoint/${endpoint.id}`, { key });
    expect((await update({ name: 'Newsletter' })).status).toBe(404);
    expect((await update({ slug: uniqueSlug() })).status).toBe(404);
    expect((await send('GET', `/v1/endpoint/${endpoint.id}`, { key })).status).toBe(404);
  });

  describe('slugs', () => {
    test('200 claims the new slug and frees the old one', async () => {
      const slug = uniqueSlug();
      expect((await update({ slug })).json).toEqual({ ...endpoint, slug });
      expect(await slugIsFree(slug)).toBe(false);
      expect(await slugIsFree(endpoint.slug)).toBe(true);
    });

    test('200 for its current slug, which stays claimed', async () => {
      expect((await update({ slug: endpoint.slug, name: 'Newsletter' })).status).toBe(200);
      expect(await slugIsFree(endpoint.slug)).toBe(false);
    });

    test('200 for a change and its reversal', async () => {
      await update({ slug: uniqueSlug() });
      const { status, json } = await update({ slug: endpoint.slug });
      expect(status).toBe(200);
      expect(json).toEqual(endpoint);
    });

    test('200 when only another workspace has the slug', async () => {
      const { slug } = await newEndpoint((await newWorkspace()).key);
      expect((await update({ slug })).status).toBe(200);
    });

    test('409 when another endpoint has the slug, and no field changes', async () => {
      const { slug } = await newEndpoint(key);
      const { status, json } = await update({ slug, name: 'Newsletter' });
      expect({ status, code: json.code }).toEqual({ status: 409, code: 'CONFLICT' });
      expect(json.message).toContain(slug);
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

    test('200 for one of a create and a change that race for a slug', async () => {
      const slug = uniqueSlug();
      const [changed, created] = await Promise.all([
        update({ slug }),
        send('POST', '/v1/endpoint', { key, json: { slug, targetEmails: [] } }),
      ]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([changed.status, created.status]);
    });

    test('200 for all racing changes of one endpoint; one slug stays claimed, all others are free', async () => {
      const slugs = [uniqueSlug(), uniqueSlug(), uniqueSlug()];
      const answers = await Promise.all(slugs.map((slug) => update({ slug })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { slug: last } = await retrieve();
      expect(slugs).toContain(last);
      const taken = [];
      for (const slug of [endpoint.slug, ...slugs]) if (!(await slugIsFree(slug))) taken.push(slug);
      expect(taken).toEqual([last]);
    });

    test('200 for both of two equal changes that race', async () => {
      const slug = uniqueSlug();
      const answers = await Promise.all([update({ slug }), update({ slug })]);
      expect(answers.map(({ status, json }) => [status, json.slug])).toEqual([
        [200, slug],
        [200, slug],
      ]);
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
});
