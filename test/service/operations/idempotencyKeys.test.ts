import { beforeAll, describe, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { newEndpoint, newKey, newWorkspace, send, type TextResponse, uniqueSlug } from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';

let key: string;
let workspaceId: string;
let endpoint: Endpoint;
beforeAll(async () => {
  ({ key, workspaceId } = await newWorkspace());
  endpoint = await newEndpoint(key);
});

interface Creation {
  path: () => string;
  body: () => Record<string, unknown>;
  other: Record<string, unknown>;
  remove: (id: string) => string;
  secret?: string;
}

const CREATIONS: Record<string, Creation> = {
  createEndpoint: {
    path: () => '/v1/endpoint',
    body: () => ({ slug: uniqueSlug(), targetEmails: [] }),
    other: { name: 'Other' },
    remove: (id) => `/v1/endpoint/${id}`,
  },
  createKey: {
    path: () => '/v1/key',
    body: () => ({ name: 'Website', expiresAt: '30-days' }),
    other: { expiresAt: '31-days' },
    remove: (id) => `/v1/key/${id}`,
    secret: 'x-api-key-secret',
  },
  createWebhook: {
    path: () => '/v1/webhook',
    body: () => ({ endpointId: endpoint.id, url: 'https://hooks.example.com/', events: ['submission.created'] }),
    other: { url: 'https://hooks.example.com/other' },
    remove: (id) => `/v1/webhook/${id}`,
    secret: 'x-webhook-secret',
  },
  createMember: {
    path: () => '/v1/member',
    body: () => ({ address: `${uniqueSlug()}@example.com`, role: 'reader' }),
    other: { role: 'editor' },
    remove: (id) => `/v1/member/${id}`,
  },
  createSubmission: {
    path: () => `/v1/f/${endpoint.id}`,
    body: () => ({ message: uniqueSlug(), name: 'Ada' }),
    other: { name: 'Bob' },
    remove: (id) => submissionPath(endpoint.id, id),
  },
};

const post = ({ path }: Creation, json: object, name: string, secret = key) =>
  send('POST', path(), { key: secret, json, headers: { 'Idempotency-Key': name } });
const statusOf = ({ headers }: TextResponse) => headers.get('idempotency-status');
const reversed = (body: object) => Object.fromEntries(Object.entries(body).reverse());

test('every operation that stores something new takes an Idempotency-Key', () => {
  // The others respond with secrets: an upload's URL, and new sessions.
  const others = ['createUpload', 'createWorkspace', 'signIn'];
  const creating = OPERATIONS.filter(({ status, id }) => status === 201 && !others.includes(id));
  expect(OPERATIONS.filter(({ repeated }) => repeated).map(({ id }) => id)).toEqual(creating.map(({ id }) => id));
  expect(Object.keys(CREATIONS).sort()).toEqual(creating.map(({ id }) => id).sort());
});

describe.each(Object.entries(CREATIONS))('%s with an Idempotency-Key', (_id, creation) => {
  const replayed = creation.secret ? 'replayed; without-secret' : 'replayed';

  test('creates once, also for concurrent requests, and returns a secret only once', async () => {
    const [body, name] = [creation.body(), 'k'.repeat(255 - 26) + ulid()];
    const answers = await Promise.all([body, reversed(body), body].map((json) => post(creation, json, name)));
    answers.push(await post(creation, body, name));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.map(({ json }) => json)).toEqual(Array(4).fill(answers[0]?.json));
    expect(answers.map(statusOf).sort()).toEqual([null, replayed, replayed, replayed]);
    for (const answer of answers)
      if (creation.secret) expect(answer.headers.has(creation.secret)).toBe(statusOf(answer) === null);
  });

  test('409 for another body', async () => {
    const [body, name] = [creation.body(), ulid(0)];
    const { json } = await post(creation, body, name);
    const other = await post(creation, { ...body, ...creation.other }, name);
    expect([other.status, other.json.code, other.json.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('new'),
    ]);
    expect((await post(creation, body, name)).json.id).toBe(json.id);
  });

  test.each([
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
  ])('400 if it is %s', async (_what, name) => {
    const { status, json } = await post(creation, creation.body(), name);
    expect([status, json.message]).toEqual([400, expect.stringContaining('1 to 255 characters')]);
  });

  test('an error is not remembered', async () => {
    const name = ulid(0) + uniqueSlug();
    expect((await post(creation, { name: 'x'.repeat(50_001) }, name)).status).toBeGreaterThanOrEqual(400);
    expect((await post(creation, creation.body(), name)).status).toBe(201);
  });
});

test.each(Object.entries(CREATIONS).filter(([id]) => id !== 'createSubmission'))(
  '%s again after a deletion gets the first response, and creates nothing',
  async (_id, creation) => {
    const [body, name] = [creation.body(), `key ${ulid()}`];
    const { json } = await post(creation, body, name);
    expect((await send('DELETE', creation.remove(json.id), { key })).status).toBe(200);
    const again = await post(creation, body, name);
    expect([again.status, again.json, statusOf(again)?.startsWith('replayed')]).toEqual([201, json, true]);
    expect((await send('DELETE', creation.remove(json.id), { key })).status).toBe(404);
  },
);

test('createSubmission again after a deletion stores a new submission', async () => {
  const { createSubmission } = CREATIONS as Record<'createSubmission', Creation>;
  const [body, name] = [createSubmission.body(), `key ${ulid()}`];
  const { json } = await post(createSubmission, body, name);
  expect((await send('DELETE', createSubmission.remove(json.id), { key })).status).toBe(200);
  const again = await post(createSubmission, body, name);
  expect([again.status, again.json.id === json.id, statusOf(again)]).toEqual([201, false, null]);
});

test('a key of another workspace, and another operation, can use the same Idempotency-Key', async () => {
  const [name, other] = [ulid(0) + uniqueSlug(), await newWorkspace()];
  const { createKey, createEndpoint } = CREATIONS as Record<'createKey' | 'createEndpoint', Creation>;
  const body = createKey.body();
  const answers = [
    await post(createKey, body, name),
    await post(createKey, body, name, other.key),
    await post(createEndpoint, createEndpoint.body(), name),
  ];
  expect(answers.map((answer) => [answer.status, statusOf(answer)])).toEqual(Array(3).fill([201, null]));
});

test('a read-only key gets no earlier response: 403', async () => {
  const { createKey } = CREATIONS as Record<'createKey', Creation>;
  const [body, name] = [createKey.body(), ulid(0) + uniqueSlug()];
  await post(createKey, body, name);
  const reader = await newKey(workspaceId);
  expect((await post(createKey, body, name, reader.secret)).status).toBe(403);
});
