import { describe, expect, test } from '@jest/globals';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { postForm } from '../../support/cloud/forms.ts';
import { newOwn } from '../../support/cloud/rightRequests.ts';
import { send, type TextResponse } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const own = ofSuite(newOwn);

function expectSafeHeaders({ headers, text }: TextResponse): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=(?:3[1-9]|[4-9]\d)\d{6}$/);
  const readers = ['allow-origin', 'allow-credentials'].map((name) => headers.get(`access-control-${name}`));
  // The gateway's errors name the origin, if the request has one.
  expect([
    ['*', null],
    [null, 'true'],
  ]).toContainEqual(readers);
  expect(text === '' ? null : headers.get('content-type')).toBe(text === '' ? null : 'application/json');
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'via', 'x-amzn-errortype', 'x-amzn-trace-id']) {
    expect([name, headers.get(name)]).toEqual([name, null]);
  }
}

const ANSWERS: [what: string, status: number, ask: () => Promise<TextResponse>][] = [
  ['a success', 200, () => send('GET', '/v1/keys', { key: own.key })],
  ['a redirect of a browser', 303, () => postForm(own.endpointId, 'a=1')],
  ["a browser's error", 303, () => postForm('enp_1', 'a=1')],
  ['a preflight', 204, () => send('OPTIONS', '/v1/keys')],
  ['a wrong method', 405, () => send('PATCH', '/v1/keys')],
  ['an unknown path', 404, () => send('GET', '/nope')],
  ['an error of the gateway', 400, () => send('GET', '/v1/endpoint/%zz')],
  ['a refused credential', 401, () => send('GET', '/v1/keys', { key: newKeySecret() })],
  ['a bad request', 400, () => send('POST', '/v1/key', { key: own.key, json: {} })],
];

describe('API8:2023 Security Misconfiguration', () => {
  test.each(ANSWERS)('%s (%i) has headers against caching, sniffing and plain HTTP', async (_what, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectSafeHeaders(answer);
  });

  test.each([
    ['no JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }],
    ['a NUL in a field', { json: { name: '\u0000'.repeat(3), expiresAt: '\u0000' } }],
    ['wrong types', { json: { name: { $ne: null }, expiresAt: [[]] } }],
    ['another type', { body: 'a', headers: { 'Content-Type': 'text/xml' } }],
  ])('an error reveals nothing of the implementation: %s', async (_what, request) => {
    const { text } = await send('POST', '/v1/key', { key: own.key, ...request });
    expect(text).not.toMatch(/\bat \S+:\d+|node_modules|\.m?js\b|\.ts\b|dynamodb|lambda|zod|Unexpected token|arn:aws/i);
  });
});
