import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../../shared/contract/errors.ts';
import { originOf } from '../../../../shared/contract/schemas/endpoints/spamSettings.ts';
import { type OriginSettings, requireAllowedOrigin } from '../../../../shared/receiving/origin.ts';
import { redirectTarget } from '../../../../shared/receiving/redirectTarget.ts';

const APPS = [
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'app://obsidian.md',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://5d0b2a2e-7d8c-4a4b-9c52-0a1f3f5b8a11',
  'safari-web-extension://1f9f2c33-6d21-4d15-8f10-1f2f3f4f5f6f',
  'vscode-webview://0abc_1',
  'com.example.app://main:8080',
];
const allowedOrigins = ['https://example.com', 'http://localhost:8080', ...APPS];

function isAllowed(headers: Record<string, string>, settings: OriginSettings = {}): boolean {
  try {
    requireAllowedOrigin({ allowedOrigins, ...settings }, headers);
    return true;
  } catch (error) {
    expect((error as ApiError).code).toBe('FORBIDDEN');
    return false;
  }
}

describe('allowed senders', () => {
  test.each([
    [{ origin: 'https://example.com' }, true],
    [{ origin: 'http://localhost:8080' }, true],
    [{ referer: 'https://example.com/contact?x=1#form' }, true],
    [{ origin: 'https://example.com', referer: 'https://evil.example/' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', referer: 'https://example.com/' }, false],
    [{ origin: '' }, false],
    [{ origin: 'http://example.com' }, false],
    [{ origin: 'https://example.com:8443' }, false],
    [{ origin: 'https://example.com.evil.example' }, false],
    [{ origin: 'https://www.example.com' }, false],
    [{ origin: 'https://evil.example', referer: 'https://example.com/' }, false],
    [{ referer: 'https://example.com@evil.example/' }, false],
    [{ referer: 'https://evil.example/https://example.com' }, false],
    [{ referer: 'javascript:alert(1)' }, false],
  ])('%j: %s', (headers, expected) => {
    expect(isAllowed(headers as Record<string, string>)).toBe(expected);
  });

  test.each(APPS)('the app %s', (origin) => {
    expect(originOf(origin)).toBe(origin);
    expect(originOf(`${origin.toUpperCase()}/`)).toBe(origin);
    const ofApp: Record<string, string>[] = [
      { origin },
      { origin: origin.toUpperCase() },
      { referer: `${origin}/index.html?a#b` },
    ];
    for (const headers of ofApp) expect(isAllowed(headers)).toBe(true);
    for (const other of [`${origin}.evil.example`, `x${origin}`, origin.replace('://', '://evil.')])
      expect(isAllowed({ origin: other })).toBe(false);
  });

  test.each([
    'capacitor://',
    'capacitor:localhost',
    'capacitor://localhost/path',
    'capacitor://localhost?a',
    'capacitor://user@localhost',
    'capacitor://*',
    'chrome-extension://*',
    'javascript://localhost',
    'data://localhost',
    'file://',
    'file://host',
    'about://blank',
    'ws://example.com',
    'https://example.com/path',
    'https://*.example.com',
    'example.com',
    'null',
    '',
  ])('%j is no origin', (text) => {
    expect(originOf(text)).toBeUndefined();
  });

  test('nobody from a hidden origin, with its reasons and the header to set', () => {
    const refusal = (origin: string) => {
      try {
        requireAllowedOrigin({ allowedOrigins }, { origin });
      } catch (error) {
        return error;
      }
    };
    expect(refusal('null')).toMatchObject({
      code: 'FORBIDDEN',
      page: '/form/hidden-origin',
      message: expect.stringMatching(
        /Referrer-Policy: strict-origin-when-cross-origin.*no-referrer.*same-origin.*sandbox.*file/,
      ),
    });
    expect(refusal('https://evil.example')).toMatchObject({ code: 'FORBIDDEN', page: undefined });
  });

  test('the page that shows a form again, which only endpoints with rules have', () => {
    const own = { origin: 'https://api.example', host: 'API.example' };
    expect([isAllowed(own, { fields: [] }), isAllowed(own)]).toEqual([true, false]);
    expect(isAllowed({ ...own, origin: 'https://evil.example' }, { fields: [] })).toBe(false);
  });

  test('everybody if nothing is set, and nobody if the list is empty', () => {
    requireAllowedOrigin({}, {});
    expect(() => requireAllowedOrigin({ allowedOrigins: [] }, { origin: 'https://example.com' })).toThrow(ApiError);
  });
});

describe('the redirect of the sender’s browser', () => {
  const redirectUrl = 'https://shop.example/thanks/';
  const siteUrl = 'https://forms.example';
  test.each([
    ['nothing', undefined, redirectUrl],
    ['a path', '/sent', 'https://shop.example/sent'],
    ['a path from there', 'sent?a=1#b', 'https://shop.example/thanks/sent?a=1#b'],
    ['an address on the same website', 'https://shop.example/x', 'https://shop.example/x'],
    ['an address on an allowed website', 'https://example.com/x', 'https://example.com/x'],
    ['another website', 'https://evil.example/', redirectUrl],
    ['another website without a scheme', '//evil.example', redirectUrl],
    ['another website behind backslashes', '\\\\evil.example', redirectUrl],
    ['another website behind a user name', 'https://shop.example@evil.example/', redirectUrl],
    ['the website with a user name', 'https://ada:secret@shop.example/', redirectUrl],
    ['the website without TLS', 'http://shop.example/', redirectUrl],
    ['another port', 'https://shop.example:444/', redirectUrl],
    ['a script', 'javascript:alert(1)', redirectUrl],
    ['a script behind a line end', 'java\nscript:alert(1)', redirectUrl],
    ['data', 'data:text/html,x', redirectUrl],
    ['no address', 'https://', redirectUrl],
    ['a line end', '/a\r\nSet-Cookie: x=1', 'https://shop.example/aSet-Cookie:%20x=1'],
    ['more than fits a header', `/${'a'.repeat(3_000)}`, redirectUrl],
  ])('%s', (_what, next, expected) => {
    expect(redirectTarget(next, { redirectUrl, allowedOrigins }, { headers: {}, siteUrl })).toBe(expected);
  });

  const page = { origin: 'https://page.example' };
  const withPath = { ...page, referer: 'https://page.example/de/kontakt.html?x=1' };
  const ofApp = { origin: 'capacitor://localhost' };
  const ofApi = { origin: 'https://api.example', host: 'api.example' };
  test.each<[what: string, next: string, headers: Record<string, string>, expected: string]>([
    ['the website of the page', 'https://page.example/sent', page, 'https://page.example/sent'],
    ['a path on it', '/sent', page, 'https://page.example/sent'],
    ['a file on it', 'sent.html', page, 'https://page.example/sent.html'],
    ['a file beside the page', './sent.html', withPath, 'https://page.example/de/sent.html'],
    ['the page itself with a query', '?sent=1', withPath, 'https://page.example/de/kontakt.html?sent=1'],
    ['a page without `Origin`', '/sent', { referer: 'https://page.example/a' }, 'https://page.example/sent'],
    [
      'no referrer of another website',
      'sent',
      { ...page, referer: 'https://a.example/b/' },
      'https://page.example/sent',
    ],
    ['the website of the endpoint', 'https://shop.example/x', page, 'https://shop.example/x'],
    ['a subdomain of the page’s', 'https://a.page.example/', page, redirectUrl],
    ['another website without a scheme', '//evil.example/', page, redirectUrl],
    ['another website behind backslashes', '/\\evil.example', page, redirectUrl],
    ['a script', 'javascript:alert(1)', page, redirectUrl],
    ['a hidden origin', 'sent', { ...withPath, origin: 'null' }, 'https://shop.example/thanks/sent'],
    ['an app', '/sent', ofApp, 'https://shop.example/sent'],
    ['the page that shows a form again', '/sent', ofApi, 'https://shop.example/sent'],
    ['the target that this page carries on', 'https://page.example/sent', ofApi, 'https://page.example/sent'],
    ['a script that it carries on', 'javascript:alert(1)', ofApi, redirectUrl],
    ['the API itself', 'https://api.example/', ofApi, redirectUrl],
    [
      'the page that shows a form again, by its referrer',
      '/sent',
      { referer: 'https://api.example/v1/f/enp_1', host: 'api.example' },
      'https://shop.example/sent',
    ],
    ['a path of the service’s own site', '/app', { origin: siteUrl }, redirectUrl],
  ])('from a page: %s', (_what, next, headers, expected) => {
    expect(redirectTarget(next, { redirectUrl, allowedOrigins }, { headers, siteUrl })).toBe(expected);
  });

  test.each([
    ['/sent', {}, `${siteUrl}/thank-you`],
    ['../app', ofApi, `${siteUrl}/thank-you`],
    ['https:/app', ofApi, `${siteUrl}/thank-you`],
    ['https:app', {}, `${siteUrl}/thank-you`],
    ['HTTPS:\\app', { origin: siteUrl }, `${siteUrl}/thank-you`],
    ['/sent', page, 'https://page.example/sent'],
    [`${siteUrl}/thank-you?lang=de`, page, `${siteUrl}/thank-you?lang=de`],
  ])('without a thank-you page of the owner’s: %s from %j', (next, headers, expected) => {
    expect(redirectTarget(next, { redirectUrl: `${siteUrl}/thank-you` }, { headers, siteUrl })).toBe(expected);
  });
});
