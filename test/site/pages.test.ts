import { describe, expect, test } from '@jest/globals';
import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../shared/errors.ts';
import { docsUrl, FORM_PAGES } from '../../shared/sitePages.ts';
import { LANGUAGES } from '../../site/formLanguages.ts';
import { renderSite, type SitePage } from '../../site/pages.ts';
import { SECURITY_HEADERS } from '../../site/securityHeaders.ts';

const DEMO = { formAction: 'https://api.example/v1/f/enp_1', inboxUrl: 'https://inbox.example/' };

const site = renderSite({});
const siteWithDemo = renderSite({ demo: DEMO });
const htmlPages = siteWithDemo.filter(({ contentType }) => contentType.startsWith('text/html'));
const formPaths = Object.values(FORM_PAGES);
const codes = Object.keys(ERROR_CODES) as ErrorCode[];

function givenPage(path: string, pages: SitePage[] = site): string {
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`There is no page ${path}`);
  return page.body;
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Every address that a browser would follow, load or post to. */
const addressesIn = (body: string): string[] =>
  [...body.matchAll(/\s(?:href|src|action|formaction|srcset|poster)="([^"]*)"/g)].map(([, address = '']) =>
    unescapeHtml(address),
  );

/** What the page shows without a script: templates are not rendered. */
const withoutTemplates = (body: string): string => body.replace(/<template[\s\S]*?<\/template>/g, '');

describe('error documentation', () => {
  test.each(codes)('%s has a page with its status, and an example of exactly the four fields', (code) => {
    const body = givenPage(docsUrl('', code));
    const example = JSON.parse(unescapeHtml(/<pre><code>([\s\S]*?)<\/code><\/pre>/.exec(body)?.[1] ?? ''));
    expect(Object.keys(example)).toEqual(['code', 'message', 'docs', 'requestId']);
    expect(example).toEqual({
      code,
      message: expect.any(String),
      docs: expect.stringMatching(new RegExp(`/errors/${code}$`)),
      requestId: expect.any(String),
    });
    expect(body).toContain(`HTTP ${ERROR_CODES[code].status}`);
  });

  test.each(RESERVED_CODES)('%s says that it is reserved', (code) => {
    expect(givenPage(docsUrl('', code))).toContain('Reserved, HTTP');
  });

  test('the index links to every code', () => {
    expect(addressesIn(givenPage('/errors'))).toEqual(expect.arrayContaining(codes.map((code) => docsUrl('', code))));
  });
});

describe('form pages', () => {
  test.each(formPaths)('%s is smaller than 20 kB', (path) => {
    expect(Buffer.byteLength(givenPage(path))).toBeLessThan(20_000);
  });

  test.each(formPaths)('%s has every language once, with its direction', (path) => {
    const found = [...givenPage(path).matchAll(/<(?:html|template) lang="(\w+)" dir="(\w+)">/g)];
    expect(Object.fromEntries(found.map(([, lang, dir]) => [lang, { dir }]))).toEqual(LANGUAGES);
    expect(found).toHaveLength(7);
  });

  test.each(formPaths)(
    '%s says everything in English without a script, and offers no button that would do nothing',
    (path) => {
      const shown = withoutTemplates(givenPage(path));
      expect(shown).toMatch(/<h1>[A-Z][^<]+<\/h1>\n<p>[^<]+<\/p>\n<p>[^<]+<\/p>/);
      expect(shown).toMatch(/<button type="button" id="back" hidden>/);
    },
  );

  test.each(formPaths)('%s asks search engines not to list it', (path) => {
    expect(givenPage(path)).toContain('<meta name="robots" content="noindex">');
  });
});

describe('start page', () => {
  test('without a demo has a snippet and no form', () => {
    const body = givenPage('/');
    expect(body).toContain('&lt;form method=&quot;post&quot;');
    expect(body).not.toContain('<form');
  });

  test('with a demo posts to the given address and links to the inbox', () => {
    const body = givenPage('/', siteWithDemo);
    expect(body).toContain(`<form method="post" action="${DEMO.formAction}">`);
    expect(body).toContain(`<a href="${DEMO.inboxUrl}">`);
  });

  test('escapes the values of the demo', () => {
    const hostile = `"><script>alert('1')</script>&`;
    const body = givenPage('/', renderSite({ demo: { formAction: hostile, inboxUrl: hostile } }));
    expect(body).not.toContain('<script');
    expect(body).not.toContain(hostile);
    expect(addressesIn(body).filter((address) => address === hostile)).toHaveLength(2);
  });

  test('labels every field of the demo form', () => {
    const body = givenPage('/', siteWithDemo);
    const ids = [...body.matchAll(/<(?:input|textarea) id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['name', 'email', 'message']);
    for (const id of ids) expect(body).toContain(`<label for="${id}">`);
  });

  test('lets the browser fill in name and email', () => {
    const body = givenPage('/', siteWithDemo);
    expect(body).toMatch(/<input [^>]*autocomplete="name"/);
    expect(body).toMatch(/<input [^>]*autocomplete="email"/);
  });
});

describe('every page', () => {
  test('has an address of its own', () => {
    expect(new Set(site.map(({ path }) => path)).size).toBe(site.length);
  });

  test.each(htmlPages)('$path has a language, a title, a viewport and one first heading', ({ body }) => {
    expect(body).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(body).toMatch(/<title>[^<]+<\/title>/);
    expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(withoutTemplates(body).match(/<h1>/g)).toHaveLength(1);
  });

  test.each(htmlPages)('$path links only to pages and places that exist', ({ path, body }) => {
    const own = addressesIn(body).filter((address) => !Object.values(DEMO).includes(address));
    for (const address of own) {
      const { pathname, hash } = new URL(address, `https://site.example${path}`);
      const target = givenPage(pathname, siteWithDemo);
      if (hash) expect(target).toContain(`id="${hash.slice(1)}"`);
    }
  });

  test.each(site)('$path refers to no other host', ({ body }) => {
    for (const address of addressesIn(body)) expect(address).toMatch(/^(?:\/(?!\/)|#)/);
    expect(body).not.toMatch(/url\(|@import|http-equiv|\bfetch\(|XMLHttpRequest|sendBeacon/);
  });

  test.each(htmlPages)('$path keeps to its content security policy: no script or style of its own', ({ body }) => {
    expect(SECURITY_HEADERS['Content-Security-Policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:/);
  });
});
