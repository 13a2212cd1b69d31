import { expect, test } from '@jest/globals';
import { CACHE_CONTROL, isImmutable } from '../../../site/files.ts';
import { renderSite } from '../../../site/pages.ts';
import { SECURITY_HEADERS } from '../../../site/securityHeaders.ts';
import { outputs } from '../../support/service.ts';

const PAGES = renderSite({});

test.each(PAGES)('$path is served as the deployed site serves it', async ({ path, contentType }) => {
  const response = await fetch(outputs().siteUrl + path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
    'content-type': contentType,
    'cache-control': isImmutable({ path }) ? CACHE_CONTROL.immutable : CACHE_CONTROL.page,
  });
});

test('the address of the running API stands in its pages', async () => {
  const { siteUrl, apiUrl } = outputs();
  const guide = await (await fetch(`${siteUrl}/guide`)).text();
  expect(guide).toContain(`${apiUrl}/v1/f/`);
  expect(guide).not.toContain('YOUR-API');
});

test('every stylesheet and script may be kept for ever', () => {
  const loaded = PAGES.filter(({ contentType }) => /css|javascript/.test(contentType));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((asset) => !isImmutable(asset))).toEqual([]);
});
