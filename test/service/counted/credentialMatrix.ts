import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { cloud } from '../../support/cloud/countedCloud.ts';
import { withoutRequestId } from '../../support/cloud/expectations.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import {
  credentialFor,
  isForKeys,
  isOfSessions,
  newOwn,
  type Own,
  pathWith,
  rightRequest,
  UNKNOWN,
} from '../../support/cloud/rightRequests.ts';
import { newKey, newWorkspace, send, sharedTable, type TextResponse, usageOf } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { withAnotherEnd } from '../../support/withAnotherEnd.ts';
import { dumpTable } from '../security/support/tableDump.ts';

const PAST = '2020-01-01 00:00:00.000000';
const protectedOperations = OPERATIONS.filter(({ permission }) => permission !== 'public');
/** `roleMatrix` has the others. */
const forKeys = OPERATIONS.filter(isForKeys);

const own = ofSuite(newOwn);
let strangersKey: string;
let expired: string;
let revoked: string;

beforeAll(async () => {
  ({ key: strangersKey } = await newWorkspace());
  expired = await newWriteKey();
  await expire(expired);
  revoked = await revokedKey();
});

async function newWriteKey(): Promise<string> {
  const answer = await send('POST', '/v1/key', { key: own.key, json: { name: 'Website', expiresAt: '1-day' } });
  return answer.headers.get('x-api-key-secret') ?? '';
}

const keyIdOf = async (secret: string): Promise<string> =>
  (await send('POST', '/v1/key/verify', { key: own.key, json: { key: secret } })).json.id;

async function expire(secret: string): Promise<void> {
  await sharedTable().update({
    Key: keyKey(await keyIdOf(secret)),
    UpdateExpression: 'SET expiresAt = :past',
    ExpressionAttributeValues: { ':past': PAST },
  });
}

/** Uses a key, so that caches would contain it, and deletes it. */
async function revokedKey(): Promise<string> {
  const secret = await newWriteKey();
  const id = await keyIdOf(secret);
  for (let i = 0; i < 3; i++) expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(200);
  expect((await send('DELETE', `/v1/key/${id}`, { key: own.key })).status).toBe(200);
  return secret;
}

/** Asks for JSON, so that operations do not redirect. */
function sendAs(operation: Operation, authorization: string | undefined, whose: Own = own): Promise<TextResponse> {
  const { params, json } = rightRequest(operation, whose);
  const headers = { Accept: 'application/json', ...(authorization !== undefined && { Authorization: authorization }) };
  return send(operation.method, pathWith(operation, params), { ...(json && { json }), headers });
}

type Credential = [what: string, authorization: () => string | undefined];

const MALFORMED: Credential[] = [
  ['no credential', () => undefined],
  ['an empty header', () => ''],
  ['another scheme', () => `Basic ${btoa(`key:${own.key}`)}`],
  ['another scheme with a valid secret', () => `Token ${own.key}`],
  ['a valid secret without scheme', () => own.key],
  ['a scheme without credential', () => 'Bearer'],
  ['the scheme run into a valid secret', () => `Bearer${own.key}`],
  ['junk', () => 'Bearer \u00a7$%&/()=?'],
  ['a malformed secret', () => 'Bearer fbk_tooShort'],
  ['a long secret', () => `Bearer fbk_${'A'.repeat(4_000)}`],
  ['a bad checksum', () => `Bearer ${withAnotherEnd(own.key)}`],
  ['a valid secret and more', () => `Bearer ${own.key}0`],
  ['a valid secret twice', () => `Bearer ${own.key}, Bearer ${own.key}`],
  ["a key's id", () => `Bearer ${own.keyId}`],
  ['a name of Object.prototype', () => 'Bearer __proto__'],
];
/** All operations share the code, so the short form sends every kind to two operations and two kinds to the others. */
const malformedFor = ({ id }: Operation): Credential[] =>
  IS_LONG || id === 'retrieveEndpoint' || id === 'createKey'
    ? MALFORMED
    : MALFORMED.filter((_credential, position) => position % 8 === 0);
const REFUSED: Credential[] = [
  ['an unknown secret', () => `Bearer ${newKeySecret()}`],
  ['an expired key', () => `Bearer ${expired}`],
  ['a key that was revoked', () => `Bearer ${revoked}`],
];

describe('API2:2023 Broken Authentication', () => {
  const refusalOf = (answer: TextResponse) => ({
    ...withoutRequestId(answer),
    challenge: [answer.headers.get('x-amzn-remapped-www-authenticate'), answer.headers.get('www-authenticate')],
  });
  const refusal = () => ({
    status: 401,
    body: {
      code: 'UNAUTHORIZED',
      message: 'A valid API key is required: send the header "Authorization: Bearer <key>".',
      docs: `${cloud.outputs.siteUrl}/errors/UNAUTHORIZED`,
      requestId: '',
    },
    challenge: ['Bearer', null],
  });

  /** All are rejected in the same way, and nothing is written. */
  async function expectRefusals(operation: Operation, credentials: Credential[]): Promise<void> {
    const before = await dumpTable();
    const answers: [string, object][] = [];
    for (const [what, authorization] of credentials)
      answers.push([what, refusalOf(await sendAs(operation, authorization()))]);
    expect(answers).toEqual(credentials.map(([what]) => [what, refusal()]));
    expect(await dumpTable()).toEqual(before);
  }

  describe.each(protectedOperations)('$method $path', (operation) => {
    test('401 for every malformed credential, without a call to DynamoDB', async () => {
      await resetUsage();
      const credentials = malformedFor(operation);
      await expectRefusals(operation, credentials);
      const { invocations, dynamodb } = (await usageOf())[operation.id] ?? {};
      expect({ invocations, dynamodb }).toEqual({ invocations: credentials.length, dynamodb: {} });
    });

    test('401 for every well-formed but invalid credential', () => expectRefusals(operation, REFUSED));
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
    expect((await send(method, path, { ...body, key: newKeySecret() })).status).toBe(401);
  });

  test('200 and then 401 from the moment the key expires, and 200 again once it has a new expiry', async () => {
    const secret = await newWriteKey();
    const id = await keyIdOf(secret);
    const status = async () => (await send('GET', '/v1/endpoints', { key: secret })).status;
    expect(await status()).toBe(200);
    await expire(secret);
    expect(await status()).toBe(401);
    await send('PUT', `/v1/key/${id}`, { key: own.key, json: { expiresAt: '1-day' } });
    expect(await status()).toBe(200);
  });

  test('200 for scheme and header name in any case', async () => {
    expect((await send('GET', '/v1/endpoints', { headers: { AUTHORIZATION: `bEaReR ${own.key}` } })).status).toBe(200);
  });
});

test('API2:2023 Broken Authentication › a well-formed but wrong key costs one read in every operation', async () => {
  await resetUsage();
  for (const operation of protectedOperations) await sendAs(operation, `Bearer ${newKeySecret()}`);
  const usage = await usageOf();
  const reads = protectedOperations.map(({ id }) => {
    const { invocations, dynamodb: calls = {} } = usage[id] ?? {};
    return { id, invocations, reads: (calls.GetItem ?? 0) + (calls.BatchGetItem ?? 0) };
  });
  expect(reads).toEqual(protectedOperations.map(({ id }) => ({ id, invocations: 1, reads: 1 })));
});

const namesOne = ({ id, path }: Operation): boolean => path.includes('{') || /^(?:verifyKey|createWebhook)$/.test(id);

describe('API1:2023 Broken Object Level Authorization', () => {
  test.each(forKeys.filter(namesOne))(
    '404 for $method $path with another workspace’s key, as for a missing item, and nothing is written',
    async (operation) => {
      const before = await dumpTable();
      const answer = await sendAs(operation, `Bearer ${strangersKey}`);
      const ofNothing = await sendAs(operation, `Bearer ${strangersKey}`, { ...own, ...UNKNOWN });
      expect(answer.status).toBe(404);
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(ofNothing));
      expect(await dumpTable()).toEqual(before);
    },
  );

  test.each(forKeys.filter((operation) => !namesOne(operation)))(
    '$status for $method $path with another workspace’s key, which sees and changes nothing of this workspace',
    async (operation) => {
      const before = await dumpTable();
      const answer = await sendAs(operation, `Bearer ${strangersKey}`);
      expect(answer.status).toBe(operation.status);
      for (const id of [own.endpointId, own.disabledEndpointId, own.keyId]) expect(answer.text).not.toContain(id);
      expect(await dumpTable()).toMatchObject(withoutCounts(before));
    },
  );

  test('the requested item existed all the time', async () => {
    for (const operation of protectedOperations.filter(({ method }) => method === 'GET')) {
      expect((await sendAs(operation, `Bearer ${credentialFor(operation, own)}`)).status).toBe(200);
    }
  });
});

/** Without the workspaces' own items, in which the stranger's creations are counted. */
const withoutCounts = (dump: Record<string, string>) =>
  Object.fromEntries(Object.entries(dump).filter(([key]) => !key.endsWith(' WS')));

describe('API5:2023 Broken Function Level Authorization', () => {
  test.each(protectedOperations)('$method $path with a read-only key', async (operation) => {
    const before = await dumpTable();
    const { status, json } = await sendAs(operation, `Bearer ${own.readKey}`);
    if (isOfSessions(operation)) expect(status).toBe(403);
    else if (operation.method === 'GET' || operation.id === 'verifyKey') expect(status).toBe(200);
    else {
      const invalid = await send(operation.method, pathWith(operation, rightRequest(operation, own).params), {
        key: own.readKey,
        json: { name: 1, slug: 1 },
      });
      expect([status, json.code, invalid.status]).toEqual([403, 'FORBIDDEN', 403]);
    }
    expect(await dumpTable()).toEqual(before);
  });

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    'a read-only key stays read-only, with any value of %s',
    async (name) => {
      const path = `/v1/endpoint/${own.endpointId}`;
      for (const key of [own.readKey, own.key]) {
        const answer = await send('GET', `${path}?_method=DELETE`, { key, headers: { [name]: 'DELETE' } });
        expect([answer.status, answer.json.id]).toEqual([200, own.endpointId]);
      }
    },
  );

  test('no field raises a key’s permission above its creator’s or its own', async () => {
    const { workspaceId } = (await send('GET', `/v1/endpoint/${own.endpointId}`, { key: own.key })).json;
    const { key: readOnly, secret } = await newKey(workspaceId);
    const more = { permission: 'write', permissions: ['write'], role: 'admin', scopes: '*', secretHash: '' };
    await send('PUT', `/v1/key/${readOnly.id}`, { key: own.key, json: { name: 'Renamed', ...more } });
    expect(
      (await send('POST', '/v1/key', { key: secret, json: { name: 'More', expiresAt: '1-day', ...more } })).status,
    ).toBe(403);
    expect((await send('DELETE', `/v1/key/${readOnly.id}`, { key: secret })).status).toBe(403);
  });
});
