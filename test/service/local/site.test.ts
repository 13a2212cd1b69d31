import { expect, test } from '@jest/globals';
import { formsScripts } from '../../../site/forms/formsScript.ts';
import { renderSite } from '../../../site/pages.ts';
import { headersAt } from '../../../site/securityHeaders.ts';
import { CACHE_CONTROL, isImmutable } from '../../../site/staticFiles.ts';
import { outputs } from '../../support/cloud/service.ts';

const PAGES = renderSite({});

test.each(PAGES)('$path is served as the deployed site serves it', async ({ path, contentType }) => {
  const response = await fetch(outputs().siteUrl + path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...Object.fromEntries(Object.entries(headersAt(path)).map(([name, value]) => [name.toLowerCase(), value])),
    'content-type': contentType,
    'cache-control': isImmutable({ path }) ? CACHE_CONTROL.immutable : CACHE_CONTROL.page,
  });
});

test('its pages contain the URL of the running API', async () => {
  const { siteUrl, apiUrl } = outputs();
  const guide = await (await fetch(`${siteUrl}/guide/first-form`)).text();
  expect(guide).toContain(`${apiUrl}/v1/f/`);
  expect(guide).toContain(`${siteUrl}/thank-you`);
  expect(guide).not.toMatch(/YOUR-(?:API|SITE)/);
});

/** Files that other sites' forms load. */
const FOR_OTHER_SITES = ['/altcha.js', ...formsScripts().map(({ path }) => path)];

test('every stylesheet and script can be cached forever, except those with URLs in forms of other sites', () => {
  const loaded = PAGES.filter(
    ({ contentType, path }) => /css|javascript/.test(contentType) && !FOR_OTHER_SITES.includes(path),
  );
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((asset) => !isImmutable(asset))).toEqual([]);
});

test.each(['/app/keys', '/app/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV?tab=spam'])(
  '%s is served by the dashboard’s page, with the URL of the running API',
  async (path) => {
    const { siteUrl, apiUrl } = outputs();
    const response = await fetch(siteUrl + path);
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([
      200,
      headersAt('/app')['Content-Security-Policy'],
    ]);
    expect(await response.text()).toContain(`<meta name="api-url" content="${apiUrl}">`);
  },
);
