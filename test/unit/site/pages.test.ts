import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../../shared/contract/errors.ts';
import { LANGUAGES } from '../../../shared/contract/formLanguages.ts';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import * as limits from '../../../shared/contract/limits.ts';
import { errorCodesOf } from '../../../shared/contract/operations/errorCodes.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { DASHBOARD_PATH, docsUrl, MAIL_PAGES_PATH } from '../../../shared/contract/sitePages.ts';
import type { Schema } from '../../../shared/openapi/types.ts';
import { IMMUTABLE_PREFIX } from '../../../shared/runtime/publishedSite.ts';
import { ASSETS } from '../../../site/assets.ts';
import { altchaWidget } from '../../../site/formPages/altchaWidget.ts';
import { formsScripts } from '../../../site/forms/formsScript.ts';
import { callAs } from '../../../site/guide/blocks.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { renderSite } from '../../../site/pages.ts';
import { headersAt } from '../../../site/securityHeaders.ts';
import type { SitePage } from '../../../site/sitePage.ts';
import { operations, resolved } from '../../support/site/document.ts';
import { unescapeHtml } from '../../support/unescapeHtml.ts';

const site = renderSite({});
const siteWithDemo = renderSite({ demoEndpointId: 'enp_1' });
const htmlPages = siteWithDemo.filter(({ contentType }) => contentType.startsWith('text/html'));
const guidePages = site.filter(({ path }) => /^\/guide(?:\/[\w-]+)?$/.test(path));
const formPaths = Object.values(FORM_PAGES);
const codes = Object.keys(ERROR_CODES) as ErrorCode[];

function givenPage(path: string, pages: SitePage[] = site): string {
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`There is no page ${path}`);
  return page.body;
}

const textOf = (markup: string): string => unescapeHtml(markup.replace(/<[^>]*>/g, ''));

const codeIn = (body: string): string[] =>
  [...body.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) => textOf(code));

const addressesIn = (body: string): string[] =>
  [...body.matchAll(/\s(?:href|src|action|formaction|srcset|poster)="([^"]*)"/g)].map(([, address = '']) =>
    unescapeHtml(address),
  );

const withoutHidden = (body: string): string =>
  body.replace(/<section [^>]*hidden>[\s\S]*?<\/section>/g, '').replace(/<div [^>]*hidden>[\s\S]*?<\/div>/g, '');

function loadedBy(body: string): SitePage[] {
  const loaded = [...body.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  return site.filter(({ path }) => loaded.includes(path));
}

test.each(OPERATIONS)(
  'the reference of $id has its route, code in three languages, and the demo endpoint',
  (operation) => {
    const { id, summary, method, path } = operation;
    expect(givenPage('/api')).toContain(`href="/api/${id}"`);
    const body = givenPage(`/api/${id}`, siteWithDemo);
    expect(textOf(/<h1>(.*)<\/h1>/.exec(body)?.[1] ?? '')).toBe(summary);
    expect(textOf(body)).toContain(`${method} ${path}`);
    const [curl, fetched, typed] = codeIn(body);
    const address = `https://YOUR-API${path.replace(/\{.*/, '')}`;
    for (const code of [curl, fetched]) expect(code).toContain(address);
    expect(typed).toContain(`.${method}('${path}'`);
    if (path.includes('{endpointId}')) expect(curl).toContain('enp_1');
  },
);

test('the reference has every field of a request body, also of alternatives', () => {
  for (const [id, { operation }] of Object.entries(operations)) {
    const media = operation.requestBody?.content['application/json'];
    if (!media) continue;
    const schema = resolved<Schema>(media.schema);
    const fields = ((schema.oneOf ?? [schema]) as Schema[]).flatMap((each) =>
      Object.keys(resolved(each).properties ?? {}),
    );
    for (const field of fields) expect(givenPage(`/api/${id}`)).toContain(`<dt><code>${field}</code>`);
  }
  expect(givenPage('/api/replayWebhookDeliveries')).toContain('<dt><code>failedAfter</code>');
});

describe('error documentation', () => {
  test.each(codes)('%s has a page with its status, and an example of exactly the four fields', (code) => {
    const body = givenPage(docsUrl('', code));
    const example = JSON.parse(codeIn(body)[0] ?? '');
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

  test('the index lists the codes that operations return, and no others', () => {
    const returned = new Set(OPERATIONS.flatMap(errorCodesOf));
    const listed = codes.filter((code) => new RegExp(`<li><a href="/errors/${code}">`).test(givenPage('/errors')));
    expect(listed).toEqual(codes.filter((code) => returned.has(code)));
    expect(addressesIn(givenPage('/errors/CONFLICT'))).toEqual(expect.arrayContaining(['/api/createEndpoint']));
  });
});

describe('form pages', () => {
  test.each(formPaths)(
    '%s loads nothing else, is smaller than 20 kB, even uncompressed, and is not listed by search engines',
    (path) => {
      const body = givenPage(path);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(loadedBy(body)).toEqual([]);
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    },
  );

  test.each(formPaths)('%s has every language once, with its direction, and a link to it', (path) => {
    const body = givenPage(path);
    const sections = [...body.matchAll(/<section id="(\w+)" lang="(\w+)" dir="(\w+)"/g)];
    expect(sections.map(([, ...attributes]) => attributes)).toEqual(
      Object.entries(LANGUAGES).map(([language, { dir }]) => [language, language, dir]),
    );
    expect(addressesIn(body).filter((address) => address.startsWith('#'))).toEqual(
      Object.keys(LANGUAGES).map((language) => `#${language}`),
    );
  });

  test.each(formPaths)(
    '%s says everything in English without a script, and offers no button that would do nothing',
    (path) => {
      const shown = withoutHidden(givenPage(path));
      expect(shown).toMatch(/<h1>[A-Z][^<]+<\/h1>\n<p>[^<]+<\/p>\n<p>[^<]+<\/p>/);
      expect(shown.match(/<button/g)).toHaveLength(1);
      expect(shown).toContain('<p class="back" hidden><button type="button">');
    },
  );
});

describe('the URL of the API', () => {
  const path = '/guide/first-form';

  test('is in the code of a form to paste', () => {
    const code = codeIn(givenPage(path, renderSite({ apiUrl: 'https://api.example' })));
    expect(code.join('\n')).toContain('action="https://api.example/v1/f/YOUR-ENDPOINT-ID"');
  });

  test('is a placeholder to replace if it is unknown', () => {
    expect(codeIn(givenPage(path)).join('\n')).toContain('action="https://YOUR-API/v1/f/YOUR-ENDPOINT-ID"');
  });

  test('stays whole if it is a token that only a deployment resolves', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as CDK writes them
    const token = 'https://${Token[TOKEN.12]}.execute-api.${Token[AWS.Region.4]}.${Token[AWS.URLSuffix.3]}/v1$&$1';
    const counts = (pages: SitePage[], address: string) =>
      pages.map(({ body }) => unescapeHtml(body).split(address).length - 1);
    const expected = counts(site, 'https://YOUR-API');
    expect(expected.reduce((sum, count) => sum + count)).toBeGreaterThan(5);
    expect(counts(renderSite({ apiUrl: token }), token)).toEqual(expected);
  });
});

describe('guide', () => {
  test.each(readdirSync('site/guide/examples'))('shows the example %s as its tests run it', (file) => {
    const shown = guidePages.flatMap(({ body }) => codeIn(body));
    expect(shown).toContain(file.endsWith('.http') ? callAs('curl', file) : exampleText(file));
  });

  test('names every enforced limit of a request', () => {
    const shown = textOf(givenPage('/guide/limits').replace(/<td[^>]*>/g, ' '));
    for (const limit of Object.values(limits))
      expect(shown).toMatch(new RegExp(` ${limit.toLocaleString('en')}[ ,\n]`));
  });
});

describe('the dashboard', () => {
  test('only sends requests to its own site if that is a local service, which exchanges codes', () => {
    const [deployed, local] = [givenPage('/app'), givenPage('/app', siteWithDemo)];
    const added = [' &#39;self&#39;', '<meta name="takes-codes">\n'];
    expect(added.reduce((body, each) => body.replace(each, ''), local)).toBe(deployed);
    for (const each of added) expect([local.includes(each), deployed.includes(each)]).toEqual([true, false]);
    expect(site.map(({ path }) => path)).toEqual(siteWithDemo.map(({ path }) => path));
  });
});

describe('every page', () => {
  test('has its own path', () => {
    expect(new Set(site.map(({ path }) => path)).size).toBe(site.length);
  });

  test.each(htmlPages)('$path has a language, a title of its own, a viewport and one first heading', ({ body }) => {
    expect(body).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    const [title = ''] = /<title>[^<]+<\/title>/.exec(body) ?? [];
    expect(htmlPages.filter((page) => page.body.includes(title))).toHaveLength(1);
    expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(withoutHidden(body).match(/<h1>/g)).toHaveLength(1);
  });

  test.each(htmlPages)('$path has each id once', ({ body }) => {
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  const scripts = [altchaWidget(), ...formsScripts()].map(({ path }) => path);
  const own = site.filter(
    ({ path, encoding }) =>
      !encoding && !scripts.includes(path) && !/\/(?:dashboard|search)\.|^\/llms|\.md$/.test(path),
  );
  test.each(own)('$path refers to no other host', ({ path, body }) => {
    for (const address of addressesIn(body)) expect(address).toMatch(/^(?:\/(?!\/)|#|data:image\/)/);
    expect(body).not.toMatch(/url\(|@import|XMLHttpRequest|sendBeacon/);
    const callsApi = path === DASHBOARD_PATH || path.startsWith(`${MAIL_PAGES_PATH}/`);
    if (!callsApi) expect(body).not.toContain('http-equiv');
  });

  test('the widget of ALTCHA links to its makers, and loads nothing from them', () => {
    const hosts = [...altchaWidget().body.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address);
    expect([...new Set(hosts)].sort()).toEqual(['http://www.w3.org', 'https://altcha.org', 'https://svelte.dev']);
  });

  test.each(htmlPages)('$path keeps to its content security policy: its own script and style only by hash', (page) => {
    const policy = headersAt(page.path)['Content-Security-Policy'] ?? '';
    expect(policy).not.toContain('unsafe');
    const allowed = (name: string, content: string) => {
      const hash = createHash('sha256').update(content).digest('base64');
      const sources = policy.split('; ').find((part) => part.startsWith(`${name}-src 'self' `)) ?? '';
      return sources.includes(` 'sha256-${hash}'`) ? '' : content;
    };
    const body = page.body
      .replace(/(?<=<style>).*?(?=<\/style>)/s, (content) => allowed('style', content))
      .replace('<style></style>', '')
      .replace(/(?<=<script type="module" blocking="render">).*?(?=<\/script>)/s, (content) =>
        allowed('script', content),
      )
      .replace('<script type="module" blocking="render"></script>', '');
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]*\s(?:style|on\w+)=|javascript:/);
  });
});

describe('resources of pages', () => {
  test('includes the script that sends forms, and its texts', () => {
    for (const file of formsScripts()) expect(site).toContainEqual(file);
  });

  const { icon, ...hashed } = ASSETS;

  test.each(Object.values(hashed))('$path can be cached forever: its name changes with its content', (asset) => {
    const [, hash] = /^\/assets\/\w+\.([0-9a-f]{12})\.\w+$/.exec(asset.path) ?? [];
    expect(createHash('sha256').update(asset.body).digest('hex')).toMatch(new RegExp(`^${hash}`));
    expect(asset.path.startsWith(IMMUTABLE_PREFIX)).toBe(true);
    expect(site).toContainEqual(asset);
  });

  test('is used by some page', () => {
    const used = htmlPages.flatMap(({ body }) => loadedBy(body));
    for (const asset of Object.values(ASSETS)) expect(used).toContainEqual(asset);
  });
});
