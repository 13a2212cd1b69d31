import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SiteVerifier } from '../../../../../shared/receiving/captcha/siteVerify.ts';
import { catchLogs, type Logged } from '../../../../support/logged.ts';

let server: Server;
let verifier: SiteVerifier;
let logged: Logged;
let asked: { url: string; fields: Record<string, string> }[];
let answers: ((response: ServerResponse) => void)[];

const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value));
const compressed = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(JSON.stringify(value)));
const reset = (response: ServerResponse) => response.destroy();

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    asked.push({ url: request.url ?? '', fields: Object.fromEntries(new URLSearchParams(await text(request))) });
    (answers.shift() ?? reset)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  verifier = new SiteVerifier(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answers = [];
  logged = catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('asking a captcha’s provider', () => {
  test('sends secret and response, and no IP address', async () => {
    answers = [json({ success: true, hostname: 'example.com' })];
    expect(await verifier.verify('hcaptcha', 'the secret', 'the answer', 'attempt')).toBe('solved');
    expect(asked).toEqual([{ url: '/hcaptcha/siteverify', fields: { secret: 'the secret', response: 'the answer' } }]);
  });

  test('sends a response of 8,192 characters, and rejects a longer one without a request', async () => {
    answers = [json({ success: true })];
    const verdictOfLength = (length: number) => verifier.verify('turnstile', 's', 'a'.repeat(length), 'attempt');
    expect([await verdictOfLength(8_192), await verdictOfLength(8_193)]).toEqual(['solved', 'failed']);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['wrong', { success: false, 'error-codes': ['invalid-input-response'] }, 'failed'],
    ['spent', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'used'],
    ['spent, of hCaptcha', { success: false, 'error-codes': ['already-seen-response'] }, 'used'],
    ['without a reason', { success: false }, 'failed'],
    ['of a low score', { success: true, score: 0.4 }, 'failed'],
    ['of a fair score', { success: true, score: 0.5 }, 'solved'],
    ['with a wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 'unavailable'],
    ['with the provider’s own error', { success: false, 'error-codes': ['internal-error'] }, 'unavailable'],
    ['of another form', { ok: true }, 'unavailable'],
    ['of no object', [], 'unavailable'],
  ])('a provider’s response %s', async (_what, answer, verdict) => {
    answers = [json(answer)];
    expect(await verifier.verify('recaptcha', 's', 'a', 'attempt')).toBe(verdict);
  });

  test('asks Turnstile with one idempotency key for each attempt to use a response', async () => {
    answers = [reset, json({ success: true })];
    expect(await verifier.verify('turnstile', 's', 'a', 'attempt')).toBe('solved');
    expect(asked).toHaveLength(2);
    expect(asked[0]?.fields.idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(asked[1]?.fields).toEqual(asked[0]?.fields);
    answers = Array.from({ length: 3 }, () => json({ success: true }));
    for (const [response, attempt] of [
      ['a', 'attempt'],
      ['a', 'another'],
      ['b', 'attempt'],
    ] as const)
      await verifier.verify('turnstile', 's', response, attempt);
    const keys = asked.map(({ fields }) => fields.idempotency_key);
    expect([keys[2], new Set(keys).size]).toEqual([keys[0], 3]);
  });

  test.each(['hcaptcha', 'recaptcha'] as const)('retries %s if a kept connection was dead', async (provider) => {
    answers = [json({ success: true }), reset, json({ success: true })];
    expect(await verifier.verify(provider, 's', 'a', 'attempt')).toBe('solved');
    expect(await verifier.verify(provider, 's', 'b', 'attempt')).toBe('solved');
    expect(asked.map(({ fields }) => fields.response)).toEqual(['a', 'b', 'b']);
  });

  test('asks hCaptcha once if it does not respond in time', async () => {
    jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')));
    expect(await verifier.verify('hcaptcha', 's', 'a', 'attempt')).toBe('unavailable');
    expect(AbortSignal.timeout).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a reset', reset],
    ['an error', (response: ServerResponse) => response.writeHead(503).end()],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['megabytes of JSON', json({ success: true, hostname: 'x'.repeat(1_000_000) })],
    ['megabytes in a few bytes', compressed({ success: true, hostname: 'x'.repeat(1_000_000) })],
  ])('treats the provider as unavailable after %s, and logs neither secret nor response', async (_what, answer) => {
    answers = [answer];
    expect(await verifier.verify('hcaptcha', 'the-secret', 'the-answer', 'attempt')).toBe('unavailable');
    expect(JSON.stringify(logged.lines)).toContain('could not be verified');
    expect(JSON.stringify(logged.lines)).not.toMatch(/the-secret|the-answer/);
  });
});
