import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newSecret } from '../../shared/keySecret.ts';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { keyKey } from '../../shared/repositories/itemKeys.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../support/cloudProcess.ts';
import { withoutRequestId } from '../support/expectations.ts';
import {
  newEndpoint,
  newKey,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
  uniqueSlug,
  usageOf,
} from '../support/service.ts';

const PAST = '2020-01-01 00:00:00.000000';
const protectedOperations = OPERATIONS.filter(({ id }) => id !== 'createSubmission');

/** A cloud of its own: what others ask of a shared one would be counted, too. */
let cloud: CloudProcess;
let valid: string;
let ids: Record<'endpoint' | 'submission' | 'key', string>;
let expired: string;
let revoked: string;

beforeAll(async () => {
  cloud = await startCloud(newDataFolder(), '--ephemeral');
  // Only this file's copy: the helpers now speak to the cloud of its own.
  process.env.FORMS_TEST_OUTPUTS = JSON.stringify(cloud.outputs);
  const { key, workspaceId } = await newWorkspace();
  valid = key;
  const endpoint = await newEndpoint(key);
  const { key: target } = await newKey(workspaceId);
  ids = { endpoint: endpoint.id, submission: await newSubmission(endpoint.id), key: target.id };
  expired = await newWriteKey();
  await expire(expired);
  revoked = await newWriteKey();
  const { json } = await send('POST', '/v1/key/verify', { key, json: { key: revoked } });
  expect((await send('DELETE', `/v1/key/${json.id}`, { key })).status).toBe(200);
}, 90_000);

afterAll(async () => {
  await cloud?.end('SIGTERM');
  if (cloud) removeFolder(cloud.data);
});

async function newWriteKey(): Promise<string> {
  const answer = await send('POST', '/v1/key', { key: valid, json: { name: 'Website', expiresAt: '1-day' } });
  return answer.headers.get('x-api-key-secret') ?? '';
}

/** Moves a key's end into the past, which no operation does. */
async function expire(secret: string): Promise<void> {
  const { json } = await send('POST', '/v1/key/verify', { key: valid, json: { key: secret } });
  await sharedTable().update({
    Key: keyKey(json.id),
    UpdateExpression: 'SET expiresAt = :past',
    ExpressionAttributeValues: { ':past': PAST },
  });
}

/** A request of the operation that a valid key is answered with success, the ids being of its own workspace. */
function requestOf({ path, group, bodyTypes }: (typeof OPERATIONS)[number]) {
  const own = group === 'endpoints' ? ids.endpoint : group === 'keys' ? ids.key : ids.submission;
  const body = {
    slug: uniqueSlug(),
    targetEmails: [],
    name: 'Contact form',
    expiresAt: '1-day',
    isRead: true,
    key: ids.key,
  };
  return {
    path: path.replace('{endpointId}', ids.endpoint).replace('{id}', own),
    ...(bodyTypes.length > 0 ? { json: body } : {}),
  };
}

const sendAs = (operation: (typeof OPERATIONS)[number], authorization: string | undefined) => {
  const { path, ...body } = requestOf(operation);
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  return send(operation.method, path, { ...body, headers });
};

/** Credentials that no key is behind, and that can be told so without looking. */
const MALFORMED: [what: string, authorization: () => string | undefined][] = [
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['another scheme', () => `Basic ${btoa(`key:${valid}`)}`],
  ['another scheme with a valid secret', () => `Token ${valid}`],
  ['a valid secret without scheme', () => valid],
  ['a scheme without credential', () => 'Bearer'],
  ['the scheme run into a valid secret', () => `Bearer${valid}`],
  ['junk', () => 'Bearer \u00a7$%&/()=?'],
  ['a malformed secret', () => 'Bearer fbk_tooShort'],
  ['a long secret', () => `Bearer fbk_${'A'.repeat(4_000)}`],
  ['a wrong checksum', () => `Bearer ${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`],
  ['a valid secret and more', () => `Bearer ${valid}0`],
  ['a valid secret twice', () => `Bearer ${valid}, Bearer ${valid}`],
  ["a key's id", () => `Bearer ${ids.key}`],
];
/** Credentials of the right form. */
const REFUSED: [what: string, authorization: () => string | undefined][] = [
  ['an unknown secret', () => `Bearer ${newSecret()}`],
  ['an expired key', () => `Bearer ${expired}`],
  ['a revoked key', () => `Bearer ${revoked}`],
];

describe.each(protectedOperations)('$method $path', (operation) => {
  test.each([...MALFORMED, ...REFUSED])('401 for %s', async (_what, authorization) => {
    const answer = await sendAs(operation, authorization());
    expect(withoutRequestId(answer)).toEqual({
      status: 401,
      body: {
        code: 'UNAUTHORIZED',
        message: 'A valid API key is needed: send the header "Authorization: Bearer <key>".',
        docs: `${cloud.outputs.siteUrl}/errors/UNAUTHORIZED`,
        requestId: '',
      },
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('a refused credential', () => {
  test('is refused by 14 operations: all but createSubmission', () => {
    expect(protectedOperations).toHaveLength(14);
  });

  test('changes nothing: all it was aimed at is as it was', async () => {
    const paths = [`/v1/endpoint/${ids.endpoint}`, `/v1/submission/${ids.endpoint}/${ids.submission}`];
    const [endpoint, submission] = await Promise.all(paths.map((path) => send('GET', path, { key: valid })));
    expect(endpoint?.json.name).not.toBe('Contact form');
    expect(submission?.json.isRead).toBe(false);
    expect((await send('POST', '/v1/key/verify', { key: valid, json: { key: ids.key } })).json.name).toBe('Test key');
    expect((await send('GET', '/v1/endpoints', { key: valid })).json.endpoints).toHaveLength(1);
  });

  const BAD_REQUESTS: [what: string, method: string, path: string, body: object][] = [
    ['a malformed id', 'GET', '/v1/endpoint/enp-1', {}],
    ['an id that does not exist', 'GET', '/v1/endpoint/enp_1', {}],
    ['a bad query', 'GET', '/v1/keys?page=0', {}],
    ['a bad field', 'POST', '/v1/endpoint', { json: { slug: 1 } }],
    ['no JSON', 'POST', '/v1/key', { body: '{', headers: { 'Content-Type': 'application/json' } }],
    ['another Content-Type', 'POST', '/v1/key', { body: 'name=Website' }],
    ['too large a body', 'POST', '/v1/endpoint', { body: 'x'.repeat(600_000) }],
  ];
  test.each(BAD_REQUESTS)('401 comes before any other error: %s', async (_what, method, path, body) => {
    expect((await send(method, path, body)).status).toBe(401);
    expect((await send(method, path, { ...body, key: newSecret() })).status).toBe(401);
  });
});

describe('what a credential costs', () => {
  /** How often each operation ran and called DynamoDB while all of them were sent a request. */
  async function usageWith(authorization: () => string | undefined) {
    await fetch(cloud.outputs.usageUrl, { method: 'DELETE' });
    for (const operation of protectedOperations) await sendAs(operation, authorization());
    const usage = await usageOf(cloud.outputs.usageUrl);
    return protectedOperations.map(({ id }) => ({
      id,
      invocations: usage[id]?.invocations,
      calls: usage[id]?.dynamodb,
    }));
  }

  test.each(MALFORMED)('no DynamoDB call in any operation for %s', async (_what, authorization) => {
    expect(await usageWith(authorization)).toEqual(
      protectedOperations.map(({ id }) => ({ id, invocations: 1, calls: {} })),
    );
  });

  test('a read in every operation for an unknown secret of the right form', async () => {
    expect(await usageWith(() => `Bearer ${newSecret()}`)).toEqual(
      protectedOperations.map(({ id }) => ({
        id,
        invocations: 1,
        calls: expect.objectContaining({ GetItem: expect.any(Number) }),
      })),
    );
  });
});

describe('an accepted credential', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('200 for the scheme written %s', async (scheme) => {
    expect((await send('GET', '/v1/endpoints', { headers: { Authorization: `${scheme} ${valid}` } })).status).toBe(200);
  });

  test('200 for the header name in any case', async () => {
    expect((await send('GET', '/v1/endpoints', { headers: { AUTHORIZATION: `Bearer ${valid}` } })).status).toBe(200);
  });

  test('200 and then 401 from the moment the key expires, and 200 again once it has a new expiry', async () => {
    const secret = await newWriteKey();
    const { id } = (await send('POST', '/v1/key/verify', { key: valid, json: { key: secret } })).json;
    const status = async () => (await send('GET', '/v1/endpoints', { key: secret })).status;
    expect(await status()).toBe(200);
    await expire(secret);
    expect(await status()).toBe(401);
    await send('PUT', `/v1/key/${id}`, { key: valid, json: { expiresAt: '1-day' } });
    expect(await status()).toBe(200);
  });

  test("is the workspace's: one of another workspace sees nothing of it", async () => {
    const other = await newWorkspace();
    const paths = [
      `/v1/endpoint/${ids.endpoint}`,
      `/v1/submissions/${ids.endpoint}`,
      `/v1/submission/${ids.endpoint}/${ids.submission}`,
    ];
    for (const path of paths) {
      expect((await send('GET', path, { key: valid })).status).toBe(200);
      expect((await send('GET', path, { key: other.key })).status).toBe(404);
    }
  });

  describe.each(protectedOperations)('$method $path', (operation) => {
    test(`${operation.permission === 'write' ? 403 : 200} for a key that only reads`, async () => {
      const { workspaceId } = (await send('GET', `/v1/endpoint/${ids.endpoint}`, { key: valid })).json;
      const { secret } = await newKey(workspaceId);
      const { status, json } = await sendAs(operation, `Bearer ${secret}`);
      if (operation.method === 'GET' || operation.id === 'verifyKey') expect(status).toBe(200);
      else expect({ status, code: json.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    });
  });

  // Last, because the deletes are among them, what they need coming first.
  test('success in every operation for a key that writes: none was refused for another reason', async () => {
    const order = [...protectedOperations].sort((a, b) => rankOf(a) - rankOf(b));
    for (const operation of order) {
      const { status } = await sendAs(operation, `Bearer ${valid}`);
      expect({ id: operation.id, status }).toEqual({ id: operation.id, status: operation.status });
    }
  });
});

/** Deletes last, of them the endpoint after its submission. */
const rankOf = ({ id, method }: (typeof OPERATIONS)[number]): number =>
  method !== 'DELETE' ? 0 : id === 'deleteEndpoint' ? 2 : 1;
