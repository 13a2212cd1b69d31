import { expect, test } from '@jest/globals';
import { RETENTION_DAYS } from '../../../../infra/retention.ts';
import { searchParts } from '../../../../site/docs/search.ts';
import { errors } from '../../../../site/errorPages/errorPages.ts';
import { guide } from '../../../../site/guide/guide.ts';

const parts = searchParts([guide(), errors()]);
Object.assign(globalThis, { PARTS: parts });
// @ts-expect-error: a script without types
const { search } = await import('../../../../site/assets/search.js');

const WANTED = {
  '/guide/privacy': [
    ['gdpr', 'dsgvo', 'rgpd', 'data protection', 'privacy', 'cookies', 'ip address', 'right to erasure', 'consent'],
    ['retention', 'delete after', 'backup', 'backups', 'restore', 'recovery'],
    ['price', 'pricing', 'cost', 'costs', 'plans', 'custom domain', 'own domain', 'host name'],
  ],
  '/guide/site-builders': [
    ['wordpress', 'wix', 'squarespace', 'webflow', 'shopify', 'hugo', 'jekyll', 'astro', 'framer', 'ghost', 'cms'],
    ['site builder', 'embed', 'static site', 'next.js', 'vue'],
  ],
};

test.each(Object.entries(WANTED).flatMap(([path, words]) => words.flat().map((word) => [word, path] as const)))(
  'a search for “%s” finds %s',
  (word, path) => {
    const urls = search(word).results.map(({ url }: { url: string }) => url.split('#')[0]);
    expect(urls).toContain(path);
  },
);

test('a search for “409” finds CONFLICT, and no reserved code', () => {
  expect(search('409').results[0].url).toMatch(/^\/errors\/CONFLICT/);
});

test('the guide names the days for which deleted data can be restored', () => {
  expect(parts.find(({ url }) => url === '/guide/privacy#backups')?.text).toContain(`${RETENTION_DAYS.recovery} days`);
});
