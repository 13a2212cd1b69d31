import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { IMMUTABLE_PREFIX } from '../../../shared/runtime/publishedSite.ts';
import { dashboardFiles } from '../../../site/dashboard.ts';
import { renderSite, type SitePage } from '../../../site/pages.ts';
import { DASHBOARD_HEADERS, headersAt, SECURITY_HEADERS } from '../../../site/securityHeaders.ts';

const GZIP_BYTES_MAX = 75_000;

const files = dashboardFiles();
const bodyOf = (path: string, apiUrl: string): string =>
  renderSite({ apiUrl }).find((page) => page.path === path)?.body ?? '';

describe('the dashboard', () => {
  test(`takes at most ${GZIP_BYTES_MAX} bytes in all, compressed`, () => {
    const sizes = files.map(({ body }) => gzipSync(body).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(GZIP_BYTES_MAX);
  });

  test('is a page, and a script and a style that may be kept for ever', () => {
    const [page, ...assets] = files;
    expect(page?.path).toBe('/app');
    expect(assets.map(({ path }) => path.replace(/[0-9a-f]{12}/, 'HASH'))).toEqual([
      `${IMMUTABLE_PREFIX}dashboard.HASH.js`,
      `${IMMUTABLE_PREFIX}dashboard.HASH.css`,
    ]);
    for (const { path } of assets) expect(page?.body).toContain(`"${path}"`);
  });

  test('learns the address of the API from its page, which lets it ask that one and no other', () => {
    const body = bodyOf('/app', 'https://api.example.com/live');
    expect(body).toContain('<meta name="api-url" content="https://api.example.com/live">');
    expect(body).toContain('content="connect-src https://api.example.com/live/"');
    for (const { body: text } of files.slice(1)) expect(text).not.toContain('YOUR-API');
  });

  test('asks its own site only where that is a local service, which exchanges codes', () => {
    const demo = { formAction: 'http://127.0.0.1:4100/v1/f/enp_1', inboxUrl: 'http://127.0.0.1:4102' };
    const [deployed, local] = [
      renderSite({ apiUrl: 'https://api.example' }),
      renderSite({ apiUrl: 'https://api.example', demo }),
    ];
    const pageOf = (pages: SitePage[]) => pages.find(({ path }) => path === '/app')?.body ?? '';
    const added = [' &#39;self&#39;', '<meta name="takes-codes">\n'];
    expect(
      pageOf(local)
        .replace(added[0] ?? '', '')
        .replace(added[1] ?? '', ''),
    ).toBe(pageOf(deployed));
    for (const each of added)
      expect([pageOf(local).includes(each), pageOf(deployed).includes(each)]).toEqual([true, false]);
    expect(deployed.map(({ path }) => path)).toEqual(local.map(({ path }) => path));
  });

  test('has a policy of its own that adds nothing but requests, to all its addresses and to no other', () => {
    const policy = (headers: Record<string, string>) => headers['Content-Security-Policy']?.split('; ') ?? [];
    const added = policy(DASHBOARD_HEADERS).filter((part) => !policy(SECURITY_HEADERS).includes(part));
    expect(added).toEqual([expect.stringMatching(/^connect-src /)]);
    for (const path of ['/app', '/app/keys', '/app/enp_1/settings']) expect(headersAt(path)).toBe(DASHBOARD_HEADERS);
    for (const path of ['/', '/api', '/apple', '/thank-you']) expect(headersAt(path)).toBe(SECURITY_HEADERS);
  });
});
