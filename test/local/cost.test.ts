import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FunctionUsage } from '../../infra/local/usage.ts';
import { newSecret } from '../../shared/keySecret.ts';
import { UNKNOWN_LOCATION } from '../../shared/location.ts';
import { submissionKey } from '../../shared/repositories/itemKeys.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../support/cloudProcess.ts';
import { type Answer, eventually, type RequestOptions, send, uniqueSlug, usageOf } from '../support/service.ts';

/** A cloud of its own: nobody else's requests are counted. */
let cloud: CloudProcess;

beforeAll(async () => {
  cloud = await startCloud(newDataFolder(), '--ephemeral');
}, 90_000);
afterAll(async () => {
  await cloud.end('SIGTERM');
  removeFolder(cloud.data);
});

const call = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
  send(method, path, { baseUrl: cloud.outputs.apiUrl, key: cloud.outputs.apiKey, ...options });

/** What one request cost the function of its operation. */
async function costOf(operationId: string, request: () => Promise<Answer>, status = 200): Promise<FunctionUsage> {
  await fetch(cloud.outputs.usageUrl, { method: 'DELETE' });
  expect((await request()).status).toBe(status);
  const usage = (await usageOf(cloud.outputs.usageUrl))[operationId];
  expect(usage?.invocations).toBe(1);
  return usage as FunctionUsage;
}

async function newEndpointId(): Promise<string> {
  return (await call('POST', '/v1/endpoint', { json: { slug: uniqueSlug(), targetEmails: [] } })).json.id;
}

async function newKeyOfWorkspace() {
  const { json, headers } = await call('POST', '/v1/key', { json: { name: 'Another key', expiresAt: '1-day' } });
  return { id: String(json.id), secret: headers.get('x-api-key-secret') ?? '' };
}

async function newSubmissionOf(endpointId: string): Promise<string> {
  return (await call('POST', `/v1/f/${endpointId}`, { json: { message: 'Hello' } })).json.id;
}

/** Data that makes an item of this many bytes: DynamoDB counts the names and the values of its attributes. */
function dataForItemOf(bytes: number): { message: string } {
  const key = submissionKey(`enp_${'0'.repeat(26)}`, `sub_${'0'.repeat(26)}`);
  const empty = { ...key, data: JSON.stringify({ message: '' }), location: UNKNOWN_LOCATION };
  const overhead = Object.entries(empty).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return { message: 'x'.repeat(bytes - overhead) };
}

describe('a submission', () => {
  test.each([
    [512, 1],
    [1_024, 1],
    [1_025, 2],
    [3_500, 4],
  ])('of %i bytes costs 2 rounds, one strong read and %i write unit(s)', async (bytes, writeUnits) => {
    const path = `/v1/f/${await newEndpointId()}`;
    const json = dataForItemOf(bytes);
    expect(await costOf('createSubmission', () => call('POST', path, { json }), 201)).toEqual({
      invocations: 1,
      dynamodb: { GetItem: 1, PutItem: 1 },
      readUnits: 1,
      writeUnits,
      rounds: 2,
    });
  });
});

describe('a secret that is malformed', () => {
  const wrongChecksum = (): string => {
    const secret = newSecret();
    return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  };
  test.each([
    ['has a wrong checksum', wrongChecksum()],
    ['is too short', newSecret().slice(0, -1)],
    ['has another prefix', newSecret().replace('fbk_', 'abc_')],
    ['is empty', ''],
  ])('costs nothing when it %s', async (_, key) => {
    await fetch(cloud.outputs.usageUrl, { method: 'DELETE' });
    const answer = await fetch(`${cloud.outputs.apiUrl}/v1/keys`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(401);
    expect((await usageOf(cloud.outputs.usageUrl)).listKeys).toEqual({
      invocations: 1,
      dynamodb: {},
      readUnits: 0,
      writeUnits: 0,
      rounds: 0,
    });
  });
});

describe('a read by id takes 1 round', () => {
  test('retrieveEndpoint', async () => {
    const id = await newEndpointId();
    expect((await costOf('retrieveEndpoint', () => call('GET', `/v1/endpoint/${id}`))).rounds).toBe(1);
  });

  test('retrieveSubmission', async () => {
    const endpointId = await newEndpointId();
    const path = `/v1/submission/${endpointId}/${await newSubmissionOf(endpointId)}`;
    expect((await costOf('retrieveSubmission', () => call('GET', path))).rounds).toBe(1);
  });

  test.each(['id', 'secret'] as const)('verifyKey by %s', async (given) => {
    const json = { key: (await newKeyOfWorkspace())[given] };
    expect((await costOf('verifyKey', () => call('POST', '/v1/key/verify', { json }))).rounds).toBe(1);
  });
});

describe('a write takes at most 2 rounds', () => {
  test('createEndpoint', async () => {
    const json = { slug: uniqueSlug(), targetEmails: [] };
    const { rounds } = await costOf('createEndpoint', () => call('POST', '/v1/endpoint', { json }), 201);
    expect(rounds).toBeLessThanOrEqual(2);
  });

  test.each([{ name: 'Another name' }, { slug: uniqueSlug() }])('updateEndpoint %p', async (json) => {
    const id = await newEndpointId();
    const { rounds } = await costOf('updateEndpoint', () => call('PUT', `/v1/endpoint/${id}`, { json }));
    expect(rounds).toBeLessThanOrEqual(2);
  });

  test('deleteEndpoint', async () => {
    const id = await newEndpointId();
    expect((await costOf('deleteEndpoint', () => call('DELETE', `/v1/endpoint/${id}`))).rounds).toBeLessThanOrEqual(2);
  });

  test('updateSubmission', async () => {
    const endpointId = await newEndpointId();
    const path = `/v1/submission/${endpointId}/${await newSubmissionOf(endpointId)}`;
    const { rounds } = await costOf('updateSubmission', () => call('PUT', path, { json: { isRead: true } }));
    expect(rounds).toBeLessThanOrEqual(2);
  });

  test('deleteSubmission', async () => {
    const endpointId = await newEndpointId();
    const path = `/v1/submission/${endpointId}/${await newSubmissionOf(endpointId)}`;
    expect((await costOf('deleteSubmission', () => call('DELETE', path))).rounds).toBeLessThanOrEqual(2);
  });

  test('createKey', async () => {
    const json = { name: 'Another key', expiresAt: '1-day' };
    expect((await costOf('createKey', () => call('POST', '/v1/key', { json }), 201)).rounds).toBeLessThanOrEqual(2);
  });

  test('updateKey', async () => {
    const { id } = await newKeyOfWorkspace();
    const { rounds } = await costOf('updateKey', () => call('PUT', `/v1/key/${id}`, { json: { name: 'New name' } }));
    expect(rounds).toBeLessThanOrEqual(2);
  });

  test('deleteKey', async () => {
    const { id } = await newKeyOfWorkspace();
    expect((await costOf('deleteKey', () => call('DELETE', `/v1/key/${id}`))).rounds).toBeLessThanOrEqual(2);
  });
});

describe('a page of a list takes at most 3 rounds', () => {
  beforeAll(async () => {
    await Promise.all([newEndpointId(), newEndpointId(), newKeyOfWorkspace(), newKeyOfWorkspace()]);
    for (let i = 0; i < 3; i++) await newSubmissionOf(cloud.outputs.endpointId);
    await eventually(
      async () => (await call('GET', `/v1/submissions/${cloud.outputs.endpointId}`)).json.submissions.length,
      (count) => count === 3,
    );
  });

  test.each([
    ['listEndpoints', () => '/v1/endpoints?page=1'],
    ['listEndpoints', () => '/v1/endpoints?page=3&limit=1'],
    ['listKeys', () => '/v1/keys?page=1'],
    ['listKeys', () => '/v1/keys?page=3&limit=1'],
    ['listSubmissions', () => `/v1/submissions/${cloud.outputs.endpointId}?page=1`],
    ['listSubmissions', () => `/v1/submissions/${cloud.outputs.endpointId}?page=3&limit=1`],
  ])('%s', async (operationId, path) => {
    const usage = await costOf(operationId, () => call('GET', path()));
    expect(usage.rounds).toBeLessThanOrEqual(3);
  });
});
