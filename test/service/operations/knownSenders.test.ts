import { beforeAll, describe, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import { GROUPS } from '../../../shared/contract/choices.ts';
import { SENT_PER_MINUTE_MAX } from '../../../shared/contract/limits.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { perMinute, RateLimits } from '../../../shared/storage/counters/rateLimits.ts';
import { pendingKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { newEndpoint, newKey, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';
import { withAnotherEnd } from '../../support/withAnotherEnd.ts';

const ALTCHA = { captcha: { provider: 'altcha' } } as Partial<Endpoint>;
const EXPIRED = '2020-01-01 00:00:00.000000';

let workspaceId: string;
let owner: string;
beforeAll(async () => {
  ({ workspaceId, key: owner } = await newWorkspace());
});

const given = (fields: object) => newEndpoint(owner, fields as Partial<Endpoint>);
const known = (limits: object = {}) => newKey(workspaceId, { permission: 'write', allows: ['submissions'], ...limits });
const post = (id: string, json: object, secret?: string, headers = {}) =>
  send('POST', `/v1/f/${id}`, { json, headers, ...(secret && { key: secret }) });
const stored = async (endpointId: string, id: string) =>
  (await send('GET', `/v1/submission/${endpointId}/${id}`, { key: owner })).json;

describe('POST /v1/f/{endpointId} with the key of a known sender', () => {
  test('201 without a captcha or a judgement as spam, and stores the id and name of its key', async () => {
    const { id } = await given({ ...ALTCHA, blockedTerms: ['casino'], honeypotField: 'website' });
    const { key, secret } = await known();
    const { status, json } = await post(id, { message: 'casino', website: 'x', _gotcha: 'x' }, secret);
    const knownSender = { keyId: key.id, name: 'Test key' };
    expect([status, json.knownSender]).toEqual([201, knownSender]);
    const shown = { id: json.id, data: { message: 'casino' }, isSpam: false, knownSender };
    const found = await stored(id, json.id);
    expect(found).toMatchObject(shown);
    expect(found).not.toHaveProperty('spamReason');
    expect((await send('GET', `/v1/submissions/${id}`, { key: owner })).json.submissions).toMatchObject([shown]);
    expect((await send('GET', `/v1/submissions/${id}/search`, { key: owner })).json.submissions).toMatchObject([shown]);
    expect((await send('GET', '/v1/keys', { key: owner })).json.keys).toContainEqual(
      expect.objectContaining({ id: key.id, lastAccess: expect.any(String) }),
    );
  });

  test('still obeys rules, closing and allowed origins', async () => {
    const { secret } = await known();
    const fields = [{ name: 'email', type: 'email', required: true }];
    const { id } = await given({ fields });
    expect((await post(id, { email: 'no' }, secret)).json.issues).toMatchObject([{ field: 'email' }]);
    const { id: closed } = await given({ isEnabled: false });
    expect((await post(closed, { a: 1 }, secret)).json.code).toBe('DISABLED');
    const { id: ofSite } = await given({ allowedOrigins: ['https://example.com'] });
    expect((await post(ofSite, { a: 1 }, secret)).json.code).toBe('FORBIDDEN');
    expect((await post(ofSite, { a: 1 }, secret, { Referer: 'https://example.com/' })).json).toHaveProperty(
      'knownSender',
    );
  });

  test('201 for one submission where its network and browser change, if duplicates are merged', async () => {
    const { id } = await given({ duplicates: 'merge' });
    const { secret } = await known();
    const answers = [];
    for (const agent of ['one', 'two']) answers.push(await post(id, { a: 1 }, secret, { 'User-Agent': agent }));
    answers.push(await post(id, { a: 1 }, undefined, { 'User-Agent': 'one' }));
    const [first, second, stranger] = answers.map(({ json }) => json);
    expect(second).toEqual(first);
    expect(stranger.id).not.toBe(first.id);
  });

  test('has its own place among confirmations that wait, and is still confirmed by its address', async () => {
    const confirmation = { subject: 'Please confirm', text: 'Hello', emailField: 'email', verify: true };
    const { id } = await given({ confirmation });
    const { secret, key } = await known();
    const json = { email: 'ada@example.com' };
    const [ofSender, ofStranger] = [await post(id, json, secret), await post(id, json)];
    expect(ofSender.json).toMatchObject({ isPending: true });
    const networks = [];
    for (const { json: created } of [ofSender, ofStranger])
      networks.push((await sharedTable().get(pendingKey(id, created.id)))?.network);
    expect(networks[0]).not.toBe(networks[1]);
    const { submissions } = (await send('GET', `/v1/submissions/${id}/pending`, { key: owner })).json;
    expect(submissions.map(({ knownSender }: { knownSender: unknown }) => knownSender)).toEqual([
      undefined,
      { keyId: key.id, name: 'Test key' },
    ]);
  });

  test('429 beyond its own limit, and strangers can still send', async () => {
    const { id } = await given({});
    const { key, secret } = await known();
    const now = Date.now();
    for (const minute of [now, now + 60_000])
      await new RateLimits(sharedTable()).add(perMinute(key.id, 'sent', 1, minute), SENT_PER_MINUTE_MAX);
    const refused = await post(id, { a: 1 }, secret);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await post(id, { a: 1 })).status).toBe(201);
  });

  test('a repetition gets the first response, and a stranger who repeats it learns no name', async () => {
    const { id } = await given({});
    const { key, secret } = await known();
    const json = { _id: ulid(), a: 1 };
    const [first, again, stranger] = [await post(id, json, secret), await post(id, json, secret), await post(id, json)];
    expect(again.text).toBe(first.text);
    expect(first.json.knownSender.keyId).toBe(key.id);
    expect([stranger.json.id, stranger.json.knownSender]).toEqual([first.json.id, undefined]);
  });

  test('a stranger’s submission that was held for its captcha is stored once more', async () => {
    const { id } = await given(ALTCHA);
    const { secret } = await known();
    const json = { _id: ulid(), a: 1, altcha: 'no solution' };
    const [held, sent] = [await post(id, json), await post(id, json, secret)];
    expect([(await stored(id, held.json.id)).spamReason, sent.json.id === held.json.id]).toEqual([
      'captcha_failed',
      false,
    ]);
    expect((await stored(id, sent.json.id)).isSpam).toBe(false);
  });
});

describe('POST /v1/f/{endpointId} with any other key is as without one', () => {
  const others: [string, () => Promise<string | undefined>][] = [
    ['without a key', async () => undefined],
    ['with a malformed key', async () => 'fbk_1'],
    ['with a key of a wrong checksum', async () => withAnotherEnd((await known()).secret)],
    ['with a made-up key', async () => newKeySecret()],
    [
      'with a key of another workspace',
      async () =>
        (await newKey((await newWorkspace()).workspaceId, { permission: 'write', allows: ['submissions'] })).secret,
    ],
    ['with an expired key', async () => (await known({ expiresAt: EXPIRED })).secret],
    ['with a read-only key', async () => (await known({ permission: 'read' })).secret],
    ['with a key of another endpoint', async () => (await known({ endpointIds: [newId('endpoint')] })).secret],
    ['with a key without limits', async () => owner],
    [
      'with a key of all other groups',
      async () =>
        (await newKey(workspaceId, { permission: 'write', allows: GROUPS.filter((g) => g !== 'submissions') })).secret,
    ],
  ];

  test.each(others)('%s: 400 for a missing captcha, and spam is held', async (_what, secretOf) => {
    const [{ id: withCaptcha }, { id }] = [await given(ALTCHA), await given({})];
    const secret = await secretOf();
    expect((await post(withCaptcha, { a: 1 }, secret)).json.message).toMatch(/captcha response is missing/);
    const { status, json } = await post(id, { a: 1, _gotcha: 'x' }, secret);
    expect([status, Object.keys(json)]).toEqual([201, ['id', 'endpointId', 'location', 'isSpam', 'isRead']]);
    const item = await sharedTable().get(submissionKey(id, json.id));
    expect([item?.spamReason, item?.knownSender]).toEqual(['honeypot', undefined]);
  });

  test('with a page’s key, which every visitor could read', async () => {
    const { id } = await given(ALTCHA);
    const { secret } = await known();
    const refused = await post(id, { a: 1 }, secret, { Origin: 'https://example.com' });
    expect(refused.json.message).toMatch(/captcha response is missing/);
  });

  test('with a key from the moment that it is deleted', async () => {
    const { id } = await given(ALTCHA);
    const { key, secret } = await known();
    expect((await post(id, { a: 1 }, secret)).status).toBe(201);
    await send('DELETE', `/v1/key/${key.id}`, { key: owner });
    expect((await post(id, { a: 1 }, secret)).status).toBe(400);
  });
});
