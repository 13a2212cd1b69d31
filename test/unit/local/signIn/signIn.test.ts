import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../../local/http/ports.ts';
import { SignInCodes } from '../../../../local/signIn/signInCodes.ts';
import { createSite } from '../../../../local/site.ts';
import { newKeySecret } from '../../../../shared/storage/workspaces/keySecret.ts';
import { SIGN_IN_PATH } from '../../../../site/app/api/signInPath.ts';

const GRANT = { apiKey: newKeySecret() };

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

const spend = (body = code, headers: Record<string, string> = {}) =>
  fetch(url + SIGN_IN_PATH, { method: 'POST', body, headers });

describe('POST /sign-in', () => {
  test('200 returns the key, which must not be cached', async () => {
    const answer = await spend();
    expect([answer.status, await answer.json()]).toEqual([200, GRANT]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('200 for one of 50 concurrent requests; 404 for the others', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(404)]);
  });

  test.each([
    ['an unknown code', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['nothing', ''],
    ['more than a code', 'A'.repeat(100_000)],
  ])('404 for %s', async (_what, body) => {
    const answer = await spend(body);
    expect([answer.status, await answer.text()]).toEqual([404, 'The code was used already or has expired.\n']);
  });

  test('403 for a page of another site, and the code stays unspent', async () => {
    const answer = await spend(code, { Origin: 'https://evil.example' });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/not to pages of other origins/)]);
    expect(codes.spend(code)).toEqual(GRANT);
  });

  test('200 for a page of this site', async () => {
    expect((await spend(code, { Origin: url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('405 for %s with the code in the URL', async (method) => {
    expect((await fetch(`${url}${SIGN_IN_PATH}?${code}`, { method })).status).toBe(405);
    expect(codes.spend(code)).toEqual(GRANT);
  });
});
