import { expect, test } from '@jest/globals';
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
  [false, { 'content-type': FORM, 'x-requested-with': '' }],
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
