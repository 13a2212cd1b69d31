import { describe, expect, test } from '@jest/globals';
import { RESERVED_CODES } from '../../../shared/contract/errors.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { renderSite } from '../../../site/pages.ts';
import type { SitePage } from '../../../site/sitePage.ts';
import { unescapeHtml } from '../../support/unescapeHtml.ts';

const SITE_URL = 'https://site.example';
const pages = renderSite({ demoEndpointId: 'enp_1', siteUrl: SITE_URL });
const byPath = new Map(pages.map((page) => [page.path, page]));

const isHtml = ({ contentType }: SitePage): boolean => contentType.startsWith('text/html');
const isText = ({ contentType, path }: SitePage): boolean =>
  contentType.startsWith('text/markdown') || path.startsWith('/llms');

function linksOf(page: SitePage): string[] {
  const found = isHtml(page)
    ? page.body.matchAll(/<a\s[^>]*?href="([^"]*)"|<link\s[^>]*?href="([^"]*)"/g)
    : page.body.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g);
  const links = [...found].map(([, first, second]) => (first ?? second ?? '').replaceAll('&amp;', '&'));
  return links.map((link) => link.replace(SITE_URL, '')).filter((link) => link.startsWith('/') || link.startsWith('#'));
}

function isThere(link: string, from: SitePage): boolean {
  const [path = '', place] = link.split('#');
  if (path === DASHBOARD_PATH) return true;
  // The anchors of the Markdown page are those of the HTML page.
  const page = byPath.get(path === '' ? from.path.replace(/\.md$/, '') : path);
  return page !== undefined && (place === undefined || page.body.includes(` id="${place}"`));
}

const linking = pages.filter((page) => isHtml(page) || isText(page));

describe('links', () => {
  test.each(linking)('$path has no broken links or anchors', (page) => {
    expect(linksOf(page).filter((link) => !isThere(link, page))).toEqual([]);
  });

  test('were found on the pages', () => {
    expect(linking.flatMap(linksOf).length).toBeGreaterThan(2_000);
  });
});

describe('the text for language models', () => {
  const markdown = pages.filter(({ contentType }) => contentType.startsWith('text/markdown'));
  const listed = markdown.filter(({ path }) => !RESERVED_CODES.some((code) => path === `/errors/${code}.md`));
  const textAt = (path: string): string => byPath.get(path)?.body ?? '';

  test('has every page of guide, reference and errors as Markdown', () => {
    const documented = pages.filter(
      (page) => isHtml(page) && /^\/(?:guide|api|errors)\b/.test(page.path) && page.path !== '/api/all',
    );
    expect(markdown.map(({ path }) => path)).toEqual(documented.map(({ path }) => `${path}.md`));
    for (const { body } of markdown) expect(body).toMatch(/^# \S/);
  });

  test('lists all of them in /llms.txt, with the OpenAPI document', () => {
    for (const { path } of listed) expect(textAt('/llms.txt')).toContain(`(${path})`);
    expect(textAt('/llms.txt')).toMatch(/^# Forms backend\n\n> /);
    expect(textAt('/llms.txt')).toContain(`${SITE_URL}/openapi.json`);
  });

  test('has all of them in /llms-full.txt', () => {
    for (const { path, body } of listed) {
      const [address] = path.split('.md');
      expect(textAt('/llms-full.txt')).toContain(body.trim().replaceAll('](#', `](${address}#`));
    }
  });

  test('has every heading and every piece of code of the page', () => {
    const plain = (text: string): string => unescapeHtml(text.replace(/<[^>]*>/g, ''));
    for (const { path, body } of markdown) {
      const page = textAt(path.replace(/\.md$/, ''));
      const article = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
      const headings = [...article.matchAll(/<h[1-3][^>]*>([\s\S]*?)<\/h[1-3]>/g)].map(([, heading = '']) =>
        plain(heading),
      );
      for (const heading of headings)
        expect(body.replaceAll('`', '')).toMatch(
          new RegExp(`^#+ ${heading.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm'),
        );
      for (const [, code = ''] of article.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g))
        expect(body).toContain(plain(code));
    }
  });

  test('has no unprocessed block of the sources', () => {
    for (const { body } of markdown) expect(body).not.toMatch(/^```(?:example|tabs|call)$|\{\{[A-Z_]+\}\}/m);
  });
});

/** That of all objects has a row more for each of `Endpoint`'s settings, three times, entries of the audit log, members and sessions. */
const BYTES_MAX: Record<string, number> = { '/api/objects': 120_000 };

describe('the size of a page', () => {
  test.each(pages.filter((page) => isHtml(page) && page.path !== '/api/all'))(
    '$path is about 100 kB at most',
    ({ path, body }) => {
      expect(Buffer.byteLength(body)).toBeLessThan(BYTES_MAX[path] ?? 100_000);
    },
  );
});

describe('a service with its own name', () => {
  const named = renderSite({ serviceName: 'Acme <Forms> & more' });
  const textOf = (path: string): string => named.find((page) => page.path === path)?.body ?? '';

  test('shows it in the header, in titles and to the dashboard, as text', () => {
    const escaped = 'Acme &lt;Forms&gt; &amp; more';
    expect(textOf('/guide')).toContain(`>${escaped}</a>`);
    expect(textOf('/guide')).toContain(`<title>Guide · Documentation · ${escaped}</title>`);
    expect(textOf(DASHBOARD_PATH)).toContain(`<meta name="service-name" content="${escaped}">`);
    expect(textOf('/llms.txt')).toMatch(/^# Acme <Forms> & more$/m);
    for (const { body } of named) expect(body).not.toMatch(/YOUR-(?:SERVICE|SEARCH)/);
  });
});
