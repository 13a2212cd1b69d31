import { beforeAll, describe, expect, test } from '@jest/globals';
import { postForm } from '../../support/cloud/forms.ts';
import { newEndpoint, newWorkspace, send, type TextResponse } from '../../support/cloud/service.ts';
import { CONTRACT_PATHS, listOf } from '../../support/site/contractPaths.ts';

let key: string;
let endpointId: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpointId = (await newEndpoint(key)).id;
});

const Origin = 'https://forms.example';

/** Asserts that any page may read this response and its headers; with credentials only where these are ignored. */
function expectReadable({ headers }: TextResponse, withCredentials: boolean): void {
  expect(headers.get('access-control-allow-origin')).toBe(withCredentials ? Origin : '*');
  expect(headers.get('access-control-allow-credentials')).toBe(withCredentials ? 'true' : null);
  expect(listOf(headers.get('access-control-expose-headers'))).toEqual([
    'Idempotency-Status',
    'Retry-After',
    'X-Api-Key-Secret',
    'X-Request-Id',
    'X-Webhook-Secret',
  ]);
}

const ASKED = ['authorization', 'content-type', 'traceparent', 'x-requested-with'];

const preflight = (path: string, method: string) =>
  send('OPTIONS', path, {
    headers: { Origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': ASKED.join() },
  });

const isForForms = (path: string): boolean => /^\/v1\/f\/\w+(?:\/uploads|\/challenge|\/rules)?$/.test(path);

const ROWS = CONTRACT_PATHS.flatMap(([path, methods]) => methods.map((method) => [method, path, methods] as const));

describe('OPTIONS on every path', () => {
  test.each(ROWS)(
    '204 lets any page send %s %s with a key and JSON, and credentials only to the operations for forms',
    async (method, path, methods) => {
      const answer = await preflight(path, method);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectReadable(answer, isForForms(path));
      const { headers } = answer;
      expect(listOf(headers.get('access-control-allow-headers'))).toEqual(
        isForForms(path) ? ASKED : ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With'],
      );
      expect(listOf(headers.get('access-control-allow-methods'))).toEqual([...methods, 'OPTIONS'].sort());
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    },
  );

  test.each(['/', '/v1', '/v1/nope', '/v1/f', '/v1/submission/enp_1'])('404 for the unknown path %s', async (path) => {
    const answer = await preflight(path, 'POST');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('Any page can read any response', () => {
  const large = new Uint8Array(7_000_000);
  const json = 'application/json';
  const headers = { Origin, 'Content-Type': json };

  test.each<[number, string, () => Promise<TextResponse>, boolean?]>([
    [200, 'a list', () => send('GET', '/v1/endpoints', { key, headers: { Origin } })],
    [201, 'a submission', () => send('POST', `/v1/f/${endpointId}`, { json: { a: 1 }, headers: { Origin } }), true],
    [303, 'the redirect of a form', () => postForm(endpointId, 'a=1', undefined, { Origin }), true],
    [400, 'an invalid body', () => send('POST', `/v1/f/${endpointId}`, { body: '{', headers }), true],
    [400, 'a malformed path, by the gateway', () => send('GET', '/v1/endpoint/%zz', { headers: { Origin } }), true],
    [404, 'a missing endpoint', () => send('GET', '/v1/endpoint/enp_1', { key, headers: { Origin } })],
    [404, 'an unknown path', () => send('GET', '/nope', { headers: { Origin } })],
    [404, 'a path without a name, by the gateway', () => send('GET', '//v1/keys', { headers: { Origin } }), true],
    [405, 'a wrong method', () => send('PATCH', '/v1/keys', { headers: { Origin } })],
    [413, 'a large body', () => send('POST', `/v1/f/${endpointId}`, { body: large.slice(6_000_000), headers }), true],
    [
      413,
      'a very large body, by the gateway',
      () => send('POST', `/v1/f/${endpointId}`, { body: large, headers }),
      true,
    ],
  ])('%i for %s', async (status, _what, ask, withCredentials = false) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectReadable(answer, withCredentials);
  });
});
