import { describe, expect, test } from '@jest/globals';
import { isPersonsBrowser, opensPage } from '../../../../shared/http/whoIsAsking.ts';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const FORM = 'application/x-www-form-urlencoded';

test.each<[boolean, Record<string, string>]>([
  [true, { 'sec-fetch-mode': 'navigate', accept: HTML, 'content-type': 'multipart/form-data; boundary=a' }],
  [true, { 'sec-fetch-mode': 'navigate', 'x-requested-with': 'com.example.webview' }],
  [false, { 'sec-fetch-mode': 'navigate', accept: 'application/json' }],
  [false, { 'sec-fetch-mode': 'cors', accept: HTML }],
  [false, { 'sec-fetch-mode': '' }],
  [true, {}],
  [true, { accept: '*/*', 'content-type': FORM }],
  [true, { 'content-type': 'text/plain;application/json' }],
  [false, { 'content-type': ' Application/JSON ; charset=utf-8' }],
  [false, { 'content-type': 'application/ld+json' }],
  [true, { 'content-type': FORM, 'x-requested-with': '' }],
  [true, { origin: 'https://example.com', accept: HTML, 'content-type': FORM }],
  [true, { origin: 'null', accept: 'TEXT/HTML;level=1' }],
  [false, { origin: 'https://example.com', accept: '*/*', 'content-type': FORM }],
  [false, { origin: 'null', accept: '*/*' }],
  [false, { origin: 'https://example.com' }],
  [false, { origin: 'https://example.com', accept: 'text/htmlx, image/*' }],
  [false, { accept: HTML, 'x-requested-with': 'XMLHttpRequest' }],
  [false, { accept: HTML, 'x-requested-with': ' xmlhttprequest ' }],
  [true, { accept: HTML, 'x-requested-with': 'com.facebook.katana' }],
  [true, { accept: '*/*', 'x-requested-with': 'com.tencent.mm' }],
  [false, { accept: `${HTML}, application/vnd.api+json` }],
  [false, { accept: 'text/html, application/json;q=0.001' }],
  [true, { accept: 'application/json;q=0' }],
  [true, { accept: 'text/html, application/json; q=0.000' }],
  [true, { accept: 'text/html;profile="a,application/json;b"' }],
  [true, { accept: 'application/jsonp' }],
])('a person’s browser: %s for %j', (isPerson, headers) => {
  expect(isPersonsBrowser(headers)).toBe(isPerson);
});

test.each<[boolean, Record<string, string>]>([
  [true, { 'sec-fetch-mode': 'navigate', accept: HTML }],
  [true, { accept: 'TEXT/HTML' }],
  [false, { accept: 'text/htmlx' }],
  [false, { accept: '*/*' }],
  [false, {}],
  [false, { 'sec-fetch-mode': 'cors', accept: HTML }],
])('opens a page: %s for %j', (isOpened, headers) => {
  expect(opensPage(headers)).toBe(isOpened);
});

/**
 * Headers of the oldest supported browsers, by MDN ("List of default Accept values"), the Fetch standard for
 * scripts (an `Origin`, and any type), and Android's WebView ("X-Requested-With Header Deprecation"): none has `Sec-Fetch-Mode`.
 */
const OLDEST = {
  'Safari 15': { accept: HTML, script: '*/*', headers: {} },
  'Firefox 78': {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
    script: '*/*',
    headers: {},
  },
  'Android WebView 75': {
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3',
    script: '*/*',
    headers: { 'x-requested-with': 'com.instagram.android' },
  },
};

describe.each(Object.entries(OLDEST))('%s', (_browser, { accept, script, headers }) => {
  test.each(['https://example.com', 'null'])('differs from its scripts, on a page with the origin %s', (origin) => {
    for (const type of [FORM, 'multipart/form-data; boundary=a', 'text/plain;charset=UTF-8']) {
      const sent = { ...headers, origin, 'content-type': type };
      expect(isPersonsBrowser({ ...sent, accept })).toBe(true);
      expect(isPersonsBrowser({ ...sent, accept: script })).toBe(false);
    }
    expect(opensPage({ ...headers, accept })).toBe(true);
  });
});
