import { beforeAll, describe, expect, test } from '@jest/globals';
import { GROUPS, type Permission } from '../../../shared/contract/choices.ts';
import type { Narrowing } from '../../../shared/contract/narrowing.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { withoutRequestId } from '../../support/cloud/expectations.ts';
import { newOwn, newThings, UNKNOWN } from '../../support/cloud/rightRequests.ts';
import { newEndpoint, newKey, newWorkspace, outputs, send, sharedTable } from '../../support/cloud/service.ts';

const makeKey = (workspaceId: string, narrowing: Narrowing, permission: Permission = 'write') =>
  newKey(workspaceId, { permission, ...narrowing });

describe('a narrowed key', () => {
  const named = { name: 'Made by a key', expiresAt: '1-day' };
  let workspace: { workspaceId: string; key: string };
  let first: string;
  let second: string;
  beforeAll(async () => {
    workspace = await newWorkspace();
    first = (await newEndpoint(workspace.key)).id;
    second = (await newEndpoint(workspace.key, { slug: 'taken-slug' })).id;
  });
  const narrowed = async (narrowing: Narrowing) => (await makeKey(workspace.workspaceId, narrowing)).secret;
  const make = (key: string, json: object) => send('POST', '/v1/key', { key, json: { ...named, ...json } });

  test('has its limits in the responses of createKey, verifyKey and listKeys; other keys have no such fields', async () => {
    const limits = { permission: 'read', endpointIds: [first], allows: ['endpoints', 'submissions'] };
    const { json, headers } = await make(workspace.key, limits);
    const secret = headers.get('x-api-key-secret') ?? '';
    expect(json).toMatchObject(limits);
    expect((await send('POST', '/v1/key/verify', { key: secret, json: { key: secret } })).json).toMatchObject(limits);
    const { keys } = (await send('GET', '/v1/keys', { key: workspace.key })).json;
    expect(keys.find(({ id }: { id: string }) => id === json.id)).toMatchObject(limits);
    for (const name of Object.keys(limits)) expect(keys[0]).not.toHaveProperty(name);
  });

  test('makes no key that may do more than itself, and by default one that may do the same', async () => {
    const key = await narrowed({ endpointIds: [first], allows: ['keys', 'submissions'] });
    for (const more of [{ endpointIds: [first, second] }, { endpointIds: [UNKNOWN.endpointId] }, { allows: GROUPS }])
      expect((await make(key, more)).json.code).toBe('FORBIDDEN');
    expect((await make(key, {})).json).toMatchObject({ endpointIds: [first], allows: ['keys', 'submissions'] });
    expect((await make(key, { allows: ['submissions'] })).json).toMatchObject({ allows: ['submissions'] });
  });

  test('400 for endpoints that the workspace does not have', async () => {
    const { json } = await make(workspace.key, { endpointIds: [first, UNKNOWN.endpointId] });
    expect(json.message).toBe('The body is invalid: endpointIds[1] must be an endpoint of the workspace.');
  });

  test('sees itself and the keys that may do no more, page by page, and changes no other', async () => {
    const { key: itself, secret } = await makeKey(workspace.workspaceId, { endpointIds: [second] });
    const { id } = (await make(secret, {})).json;
    const listed = async (query: string) => (await send('GET', `/v1/keys?${query}`, { key: secret })).json;
    expect((await listed('page=1')).keys.map((each: { id: string }) => each.id)).toEqual([itself.id, id]);
    expect(await listed('page=2&limit=1')).toMatchObject({ _metadata: { totalPages: 2 }, keys: [{ id }] });
    expect((await listed('page=3&limit=1')).code).toBe('NOT_FOUND');
    const { key: wider } = await makeKey(workspace.workspaceId, {});
    for (const method of ['PUT', 'DELETE']) {
      const answer = await send(method, `/v1/key/${wider.id}`, { key: secret, json: { name: 'Renamed' } });
      expect(answer.json.message).toBe('There is no such key.');
      expect((await send(method, `/v1/key/${id}`, { key: secret, json: { name: 'Renamed' } })).status).toBe(200);
    }
  });

  test('sees no key that may write if it is read-only itself', async () => {
    const limits = { endpointIds: [second], allows: ['keys' as const] };
    const { key: writing } = await makeKey(workspace.workspaceId, limits);
    const { key: reading } = await makeKey(workspace.workspaceId, limits, 'read');
    const { secret, key: itself } = await makeKey(workspace.workspaceId, limits, 'read');
    const { keys } = (await send('GET', '/v1/keys', { key: secret })).json;
    expect(keys.map(({ id }: { id: string }) => id)).toEqual([reading.id, itself.id]);
    const statusOf = async (id: string) =>
      (await send('POST', '/v1/key/verify', { key: secret, json: { key: id } })).status;
    expect([await statusOf(writing.id), await statusOf(reading.id)]).toEqual([404, 200]);
  });

  test('lists, counts and pages only its endpoints, of which a deleted one is gone', async () => {
    const { id: gone } = await newEndpoint(workspace.key);
    const key = await narrowed({ endpointIds: [second, gone] });
    await send('DELETE', `/v1/endpoint/${gone}`, { key: workspace.key });
    for (const path of ['/v1/endpoints', '/v1/statistics']) {
      const { json } = await send('GET', `${path}?limit=1`, { key });
      expect(json._metadata.totalPages).toBe(1);
      expect(JSON.stringify(json)).toContain(second);
      expect(JSON.stringify(json)).not.toContain(first);
    }
  });

  test('sees nothing more once its endpoints are deleted', async () => {
    const { id } = await newEndpoint(workspace.key);
    const key = await narrowed({ endpointIds: [id] });
    await send('DELETE', `/v1/endpoint/${id}`, { key: workspace.key });
    const { key: ofEmpty } = await newWorkspace();
    for (const path of ['/v1/endpoints', '/v1/statistics'])
      expect((await send('GET', path, { key })).json).toEqual((await send('GET', path, { key: ofEmpty })).json);
    expect((await send('GET', `/v1/submissions/${first}`, { key })).json.message).toBe('There is no such endpoint.');
    expect((await make(key, {})).json.endpointIds).toEqual([id]);
  });

  test.each(['search', 'pending'])(
    'reads nothing of another endpoint by a cursor of a key that sees it: %s',
    async (list) => {
      const hidden = await newOwn();
      const group = list === 'pending' ? 'confirmations' : 'submissions';
      await newThings(outputs(), hidden, group, 2);
      const pageOf = (endpointId: string, key: string, query: string) =>
        send('GET', `/v1/submissions/${endpointId}/${list}?limit=1${query}`, { key });
      const { cursor } = (await pageOf(hidden.endpointId, hidden.key, '')).json._metadata;
      expect(cursor).toEqual(expect.any(String));
      const [seen] = await newThings(outputs(), hidden, 'endpoints', 1);
      const { secret } = await makeKey(hidden.workspaceId, { endpointIds: [seen?.endpointId ?? ''] });
      const atSeen = await pageOf(seen?.endpointId ?? '', secret, `&cursor=${cursor}`);
      expect(atSeen.json.submissions ?? []).toEqual([]);
      expect((await pageOf(hidden.endpointId, secret, `&cursor=${cursor}`)).json.code).toBe('NOT_FOUND');
    },
  );

  test('does not learn of other endpoints by their slugs', async () => {
    const key = await narrowed({ endpointIds: [first] });
    const answers = [];
    for (const slug of ['taken-slug', 'free-slug'])
      answers.push(withoutRequestId(await send('PUT', `/v1/endpoint/${first}`, { key, json: { slug } })));
    expect(answers[0]).toMatchObject({ status: 403 });
    expect(answers[0]).toEqual(answers[1]);
    const { slug } = (await send('GET', `/v1/endpoint/${first}`, { key })).json;
    expect((await send('PUT', `/v1/endpoint/${first}`, { key, json: { slug } })).status).toBe(200);
  });

  test('is in the response to a repeated createKey, even if its endpoint was deleted since', async () => {
    const { id } = await newEndpoint(workspace.key);
    const repeated = () =>
      send('POST', '/v1/key', {
        key: workspace.key,
        json: { ...named, endpointIds: [id] },
        headers: { 'Idempotency-Key': 'repeated' },
      });
    const { json } = await repeated();
    await send('DELETE', `/v1/endpoint/${id}`, { key: workspace.key });
    expect(await repeated()).toMatchObject({ status: 201, json });
  });

  test('gets no response to a request of another key by its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'the-same' };
    const ofAll = await send('POST', '/v1/key', { key: workspace.key, json: named, headers });
    const ofOne = await send('POST', '/v1/key', { key: await narrowed({ allows: ['keys'] }), json: named, headers });
    expect(ofOne.json).toMatchObject({ allows: ['keys'] });
    expect(ofOne.json.id).not.toBe(ofAll.json.id);
    // Nor by one that has its narrowing as its end.
    const alike = { 'Idempotency-Key': `the-same {"allows":["keys"]}` };
    const another = await send('POST', '/v1/key', { key: workspace.key, json: named, headers: alike });
    expect(another.json).not.toHaveProperty('allows');
  });

  test('is invalid for a version that knows no narrowing, and for this one if it has an unknown limit', async () => {
    const { key, secret } = await makeKey(workspace.workspaceId, { allows: ['endpoints'] });
    expect(await sharedTable().get(keyKey(key.id))).not.toHaveProperty('permission');
    const status = async () => (await send('GET', '/v1/endpoints', { key: secret })).status;
    expect(await status()).toBe(200);
    const set = 'SET narrowing.networks = :list';
    await sharedTable().update({
      Key: keyKey(key.id),
      UpdateExpression: set,
      ExpressionAttributeValues: { ':list': [] },
    });
    expect(await status()).toBe(401);
  });
});
