import { describe, expect, test } from '@jest/globals';
import { REQUEST_HEAD_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { send } from '../../support/cloud/service.ts';

const owner = ownEndpoint();

describe('Unknown paths', () => {
  test.each([
    '/',
    '/v1',
    '/v1/nope',
    '/V1/keys',
    '/v1/submission/enp_1/sub_1/more',
    '/v1/endpoint/enp%5F1%2F/more',
    '/v1/keys;a=b',
    '/v1%2Fkeys',
    '/v1/__proto__',
    '/%00',
    `/${'a'.repeat(8_000)}`,
  ])('404 for %.40s, with or without a key, with any method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      for (const credential of [{}, { key: owner.key }]) {
        const { status, json } = await send(method, path, credential);
        expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
      }
    }
  });

  test('400 for a path that is longer than the gateway reads', async () => {
    const { status, json } = await send('GET', `/v1/${'a'.repeat(REQUEST_HEAD_BYTES_MAX)}`);
    expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('Percent-encoding', () => {
  test.each([
    ['an identifier', (id: string) => `/v1/endpoint/${id.replace('_', '%5F').replace('enp', '%65np')}`],
    ['an identifier, with lower-case digits', (id: string) => `/v1/endpoint/${id.replace('_', '%5f')}`],
    ['a fixed name', (id: string) => `/v1/%65ndpoint/${id}`],
  ])('200 for the same characters encoded: %s', async (_what, pathOf) => {
    const { status, json } = await owner.send('GET', pathOf(owner.endpointId));
    expect([status, json.id]).toEqual([200, owner.endpointId]);
  });

  test('400 for an identifier that is encoded twice: it is decoded once', async () => {
    const { status, json } = await owner.send('GET', `/v1/endpoint/${owner.endpointId.replace('_', '%255F')}`);
    expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test.each(['/v1/endpoint/%', '/v1/endpoint/enp_%zz', '/v1/keys%', '/%E0%A4', '/v1/f/enp_%C3%28', '/v1/key/%ff'])(
    '400 for the malformed %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, json } = await owner.send(method, path);
        expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
      }
    },
  );
});

describe('Request ids', () => {
  const CLAIMED = 'chosen-by-the-caller';
  const headers = {
    'X-Request-Id': CLAIMED,
    'X-Amzn-RequestId': CLAIMED,
    'x-amzn-requestid': CLAIMED,
    'X-Amz-Cf-Id': CLAIMED,
    'X-Amz-Apigw-Id': CLAIMED,
    'X-Amzn-Trace-Id': CLAIMED,
    'X-Correlation-Id': CLAIMED,
  };

  test.each([
    ['an operation', 200, 'GET', '/v1/keys'],
    ['an error of an operation', 404, 'GET', '/v1/endpoint/enp_1'],
    ['an unknown path', 404, 'GET', '/nope'],
    ['a wrong method', 405, 'PATCH', '/v1/keys'],
    ['a preflight', 204, 'OPTIONS', '/v1/keys'],
    ['an error of the gateway', 400, 'GET', '/v1/endpoint/%zz'],
  ])("differ from request to request and are not the caller's: %s", async (_what, status, method, path) => {
    const ids = new Set<string | null>();
    for (let i = 0; i < 5; i++) {
      const answer = await owner.send(method, path, { headers });
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain(CLAIMED);
      ids.add(answer.headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(CLAIMED);
  });

  test.each(['/v1/endpoint/%20', '/v1/submissions/%20%09'])('400 for the blank parameter in %s', async (path) => {
    const { status, json } = await owner.send('GET', path);
    expect([status, json.message]).toEqual([400, 'A parameter is malformed.']);
  });
});
