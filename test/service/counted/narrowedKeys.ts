import { beforeAll, describe, expect, test } from '@jest/globals';
import { GROUPS, type Group, PERMISSIONS, type Permission } from '../../../shared/contract/choices.ts';
import type { Narrowing } from '../../../shared/contract/narrowing.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { withoutRequestId } from '../../support/cloud/expectations.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import { newOwn, type Own, pathWith, rightRequest, UNKNOWN } from '../../support/cloud/rightRequests.ts';
import { newEndpoint, newWorkspace, send, sharedTable, usageOf } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { dumpTable } from '../security/support/tableDump.ts';

const protectedOperations = OPERATIONS.filter(({ permission }) => permission !== 'public');
const own = ofSuite(newOwn);

/** The endpoints that the requests name, and one that they don't. */
const endpointsOf = {
  all: () => undefined,
  own: (ids: Own) => [ids.endpointId, ids.confirmingEndpointId],
  other: (ids: Own) => [ids.altchaEndpointId],
};
type Endpoints = keyof typeof endpointsOf;

interface Kind {
  permission: Permission;
  allows: Group[] | undefined;
  endpoints: Endpoints;
}
const ALLOWED = [undefined, ...GROUPS.map((group) => [group]), ...GROUPS.map((no) => GROUPS.filter((is) => is !== no))];
const KINDS = PERMISSIONS.flatMap((permission) =>
  ALLOWED.flatMap((allows) =>
    Object.keys(endpointsOf).map((endpoints): Kind => ({ permission, allows, endpoints: endpoints as Endpoints })),
  ),
);
const keyOf = (kind: Kind): string => JSON.stringify(kind);

async function newKeyOf({ permission, allows, endpoints }: Kind, ids: Own): Promise<string> {
  const narrowing = { allows, endpointIds: endpointsOf[endpoints](ids) };
  return (await makeKey(ids.workspaceId, narrowing, permission)).secret;
}

const makeKey = (workspaceId: string, narrowing: Narrowing, permission: Permission = 'write') =>
  new Keys(sharedTable()).create(workspaceId, { name: 'Narrowed', expiresAt: NEVER, ...narrowing }, permission);

const namesEndpoint = ({ id, path, group }: Operation): boolean =>
  path.includes('{endpointId}') ||
  (/^(?:endpoints|webhooks)$/.test(group) && path.includes('{id}')) ||
  id === 'createWebhook';

/** The requests' key is not narrowed, so a narrowed key does not see it. */
const namesKey = ({ id }: Operation): boolean => /^(?:update|delete|verify)Key$/.test(id);

function expectedStatus(operation: Operation, { permission, allows, endpoints }: Kind): number {
  const { id, group, status } = operation;
  if (operation.permission === 'write' && permission === 'read') return 403;
  if (allows && !allows.includes(group) && id !== 'verifyKey') return 403;
  if (endpoints !== 'all' && id === 'createEndpoint') return 403;
  if (endpoints === 'other' && namesEndpoint(operation)) return 404;
  return (allows || endpoints !== 'all') && namesKey(operation) ? 404 : status;
}

/** The workspace's items: webhooks of the others may still be posted. */
const dumpOwn = async () =>
  Object.entries(await dumpTable()).filter((item) =>
    [own.workspaceId, own.endpointId, own.confirmingEndpointId].some((id) => item.join().includes(id)),
  );

function sendRight(operation: Operation, key: string, ids: Own, json?: object) {
  const { params, json: right } = rightRequest(operation, ids);
  const body = json ?? right;
  return send(operation.method, pathWith(operation, params), {
    ...(body && { json: body }),
    headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
  });
}

describe('API5:2023 and API1:2023 with every operation and keys of every permission, allows and endpointIds', () => {
  const keys = new Map<string, string>();
  beforeAll(async () => {
    for (const kind of KINDS) keys.set(keyOf(kind), await newKeyOf(kind, own));
  });
  const secretOf = (kind: Kind): string => keys.get(keyOf(kind)) ?? '';

  test.each(protectedOperations)('$method $path', async (operation) => {
    const before = await dumpOwn();
    const statuses: [string, number][] = [];
    const writing: Kind[] = [];
    for (const kind of KINDS) {
      if (operation.permission === 'write' && expectedStatus(operation, kind) < 300) {
        writing.push(kind);
        continue;
      }
      const { status, text } = await sendRight(operation, secretOf(kind), own);
      statuses.push([keyOf(kind), status]);
      const hidden = { all: [], own: [own.altchaEndpointId], other: [own.endpointId, own.confirmingEndpointId] };
      for (const id of hidden[kind.endpoints]) expect(text).not.toContain(id);
    }
    expect(await dumpOwn()).toEqual(before);
    for (const kind of writing.filter(({ allows }) => IS_LONG || (allows?.length ?? 1) === 1)) {
      const others = await newOwn();
      statuses.push([keyOf(kind), (await sendRight(operation, await newKeyOf(kind, others), others)).status]);
    }
    const expected = new Map(KINDS.map((kind) => [keyOf(kind), expectedStatus(operation, kind)]));
    expect(statuses).toEqual(statuses.map(([kind]) => [kind, expected.get(kind)]));
  });

  const ofOther: Kind = { permission: 'write', allows: undefined, endpoints: 'other' };
  test.each(protectedOperations.filter(namesEndpoint))(
    '404 for $method $path with another endpoint, in bytes and calls as for one that does not exist',
    async (operation) => {
      const answersAndCalls = async (ids: Own) => {
        await resetUsage();
        const answer = withoutRequestId(await sendRight(operation, secretOf(ofOther), ids));
        // Without the key's use, which is recorded twice a minute.
        const { UpdateItem: _, ...calls } = (await usageOf())[operation.id]?.dynamodb ?? {};
        return { answer, calls };
      };
      const ofExisting = await answersAndCalls(own);
      expect(ofExisting).toMatchObject({ answer: { status: 404 } });
      expect(ofExisting).toEqual(await answersAndCalls({ ...own, ...UNKNOWN }));
    },
  );
});

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
