import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../local/ports.ts';
import { SignInCodes } from '../../../local/signInCodes.ts';
import { createSite } from '../../../local/site.ts';
import { hashSecret, keyIdOf, newKeySecret } from '../../../shared/storage/keySecret.ts';
import { SIGN_IN_PATHS } from '../../../site/app/api/signInPaths.ts';

const GRANT = { workspaceId: 'ws_1', apiKey: newKeySecret() };
const OFFER = { workspaceId: 'ws_1', keyId: keyIdOf(hashSecret(GRANT.apiKey)) };
const PATHS = Object.values(SIGN_IN_PATHS);

const codes = new SignInCodes();
const server = createSite(() => undefined, codes);
let url: string;
let code: string;
beforeAll(async () => {
  url = await listen(server, 0);
});
beforeEach(() => {
  code = codes.issue(GRANT);
});
afterAll(() => close(server));

const post = (path: string, body = code, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: 'POST', body, headers });
const peek = (...args: [body?: string, headers?: Record<string, string>]) => post(SIGN_IN_PATHS.peek, ...args);
const spend = (...args: [body?: string, headers?: Record<string, string>]) => post(SIGN_IN_PATHS.spend, ...args);

describe('POST /sign-in/peek', () => {
  test('200 returns the workspace of the code, and leaves it unspent', async () => {
    for (let i = 0; i < 2; i++) {
      const answer = await peek();
      expect([answer.status, await answer.json()]).toEqual([200, OFFER]);
    }
    expect((await spend()).status).toBe(200);
  });
});

describe('POST /sign-in/spend', () => {
  test('200 returns the key, which must not be cached', async () => {
    const answer = await spend();
    expect([answer.status, await answer.json()]).toEqual([200, { apiKey: GRANT.apiKey }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('200 for one of 50 concurrent requests; 404 for the others, and for a peek', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(404)]);
    expect((await peek()).status).toBe(404);
  });
});

describe.each(PATHS)('%s', (path) => {
  test.each([
    ['an unknown code', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['nothing', ''],
    ['more than a code', 'A'.repeat(100_000)],
  ])('404 for %s', async (_what, body) => {
    const answer = await post(path, body);
    expect([answer.status, await answer.text()]).toEqual([404, 'The code was used already or has expired.\n']);
  });

  test('403 for a page of another site, and the code stays unspent', async () => {
    const answer = await post(path, code, { Origin: 'https://evil.example' });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/not to pages of other origins/)]);
    expect(codes.peek(code)).toEqual(OFFER);
  });

  test('200 for a page of this site', async () => {
    expect((await post(path, code, { Origin: url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('405 for %s with the code in the URL', async (method) => {
    expect((await fetch(`${url}${path}?${code}`, { method })).status).toBe(405);
    expect(codes.peek(code)).toEqual(OFFER);
  });
});
