import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { IMMUTABLE_PREFIX } from '../../../../shared/runtime/publishedSite.ts';
import { dashboardFiles } from '../../../../site/dashboard/dashboard.ts';
import { filledIn, PLACEHOLDERS } from '../../../../site/placeholders.ts';
import { dashboardSecurityHeaders, headersAt, SECURITY_HEADERS } from '../../../../site/securityHeaders.ts';
import type { SitePage } from '../../../../site/sitePage.ts';

/** Includes the reasons and times of closed, archived and full endpoints, limits of keys, assistants, the audit log, members, and workspaces. */
const GZIP_BYTES_MAX = 100_000;

const files = dashboardFiles();
const [dashboardPage] = files;
const bodyWith = (apiUrl: string): string =>
  filledIn(dashboardPage as SitePage, { ...PLACEHOLDERS, apiUrl, serviceName: 'Forms' }).body;

describe('the dashboard', () => {
  test(`has at most ${GZIP_BYTES_MAX} bytes in all, compressed`, () => {
    const sizes = files.map(({ body }) => gzipSync(body).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(GZIP_BYTES_MAX);
  });

  test('is a page with style, icon and a script that can be cached forever', () => {
    const [page, script, ...others] = files;
    expect([page?.path, others]).toEqual(['/app', []]);
    expect(script?.path.replace(/[0-9a-f]{12}/, 'HASH')).toBe(`${IMMUTABLE_PREFIX}dashboard.HASH.js`);
    const addresses = [...(page?.body ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([expect.stringMatching(/^data:image\/svg\+xml,/), script?.path, expect.any(String)]);
  });

  test('has a style that its policy allows by hash, once placeholders are filled in', () => {
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(bodyWith('https://api.example')) ?? [];
    expect(style.length).toBeGreaterThan(20_000);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(dashboardSecurityHeaders()['Content-Security-Policy']).toContain(`'sha256-${hash}'`);
  });

  test('gets the API’s URL from its page, which allows requests to no other host', () => {
    const body = bodyWith('https://api.example.com/live');
    expect(body).toContain('<meta name="api-url" content="https://api.example.com/live">');
    expect(body).toContain('content="connect-src https://api.example.com/live/"');
    for (const { body: text } of files.slice(1)) expect(text).not.toContain('YOUR-API');
  });

  test('has its own policy, which only adds requests and its style, on all of its pages and no others', () => {
    const policy = (headers: Record<string, string>) => headers['Content-Security-Policy']?.split('; ') ?? [];
    const added = policy(dashboardSecurityHeaders()).filter((part) => !policy(SECURITY_HEADERS).includes(part));
    expect(added).toEqual([expect.stringMatching(/^style-src /), expect.stringMatching(/^connect-src /)]);
    for (const path of ['/app', '/app/keys', '/app/enp_1/settings'])
      expect(headersAt(path)).toEqual(dashboardSecurityHeaders());
    for (const path of ['/', '/api', '/apple', '/thank-you', '/openapi.json', '/llms.txt', '/llms-full.txt'])
      expect(headersAt(path)).toEqual({ ...SECURITY_HEADERS, 'Access-Control-Allow-Origin': '*' });
  });
});
