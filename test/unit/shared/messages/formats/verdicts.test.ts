import { describe, expect, test } from '@jest/globals';
import { WEBHOOK_ANSWER_BYTES_MAX } from '../../../../../shared/contract/limits.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../../../../shared/contract/webhookFormats.ts';
import type { ResponseVerdict } from '../../../../../shared/messages/formats/format.ts';
import { FORMATS } from '../../../../../shared/messages/formats/formats.ts';
import { objectIn } from '../../../../../shared/messages/formats/verdicts.ts';

const answered = (format: WebhookFormat, status: number, body: string | object = '', location?: string) =>
  FORMATS[format].judge({
    status,
    headers: { location },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe.each(WEBHOOK_FORMATS)('%s', (format) => {
  test.each([400, 401, 403, 404, 429, 500, 503])('judges %d as a failure', (status) => {
    expect(answered(format, status)).toEqual({ error: 'status' });
  });

  test('judges 410 as permanent', () => {
    expect(answered(format, 410)).toEqual({ error: 'status', isGone: true });
  });

  test('has a pace of at most a second', () => {
    expect(FORMATS[format].paceMs).toBeGreaterThanOrEqual(0);
    expect(FORMATS[format].paceMs).toBeLessThanOrEqual(1_000);
  });
});

test('Slack gets one message a second', () => {
  expect(FORMATS.slack.paceMs).toBe(1_000);
});

test.each<[what: string, format: WebhookFormat, status: number, body: string | object, verdict: ResponseVerdict]>([
  ['Slack’s ok', 'slack', 200, 'ok', {}],
  ['Discord’s 204', 'discord', 204, '', {}],
  ['a Slack webhook that was removed', 'slack', 404, 'no_service', { error: 'status', isGone: true }],
  ['an archived channel', 'slack', 410, 'channel_is_archived', { error: 'status', isGone: true }],
  [
    'a Discord webhook that was removed',
    'discord',
    404,
    { message: 'Unknown Webhook', code: 10_015 },
    { error: 'status', isGone: true },
  ],
  [
    'Discord’s limit',
    'discord',
    429,
    { message: 'You are being rate limited.', retry_after: 64.57, global: false },
    { error: 'status', retryAfterSeconds: 65 },
  ],
  ['Telegram’s ok', 'telegram', 200, { ok: true, result: {} }, {}],
  ['Telegram’s answer that is not ok', 'telegram', 200, { ok: false, error_code: 400 }, { error: 'answer' }],
  ['an answer to Telegram that is no JSON', 'telegram', 200, '<html>', { error: 'answer' }],
  [
    'Telegram’s limit',
    'telegram',
    429,
    { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 35 } },
    { error: 'status', retryAfterSeconds: 35 },
  ],
  ['a script’s error page', 'sheets', 200, '<html>TypeError', { error: 'answer' }],
  ['GraphQL’s data', 'template', 200, { data: {} }, {}],
  ['GraphQL’s errors', 'template', 200, { errors: [{ message: 'no' }] }, { error: 'answer' }],
  ['ok: false', 'template', 200, { ok: false, error: 'not_authed' }, { error: 'answer' }],
])('%s', (_what, format, status, body, verdict) => {
  expect(answered(format, status, body)).toEqual(verdict);
});

const LONG = 'Здравствуйте, "мир" \\ '.repeat(300);

/** Only the first 4 kB are read. */
test.each<[what: string, format: WebhookFormat, status: number, body: object, verdict: ResponseVerdict]>([
  ['Telegram’s ok, which repeats the message', 'telegram', 200, { ok: true, result: { text: LONG } }, {}],
  ['a long refusal to Telegram', 'telegram', 200, { ok: false, description: LONG }, { error: 'answer' }],
  ['a long answer to Telegram without ok', 'telegram', 200, { page: LONG }, { error: 'answer' }],
  [
    'Discord’s end',
    'discord',
    404,
    { code: 10_015, message: 'Unknown Webhook', errors: [LONG] },
    { error: 'status', isGone: true },
  ],
  ['a long error of GraphQL', 'template', 200, { errors: [{ message: LONG }], data: null }, { error: 'answer' }],
  ['long data', 'template', 200, { errors: [], data: { text: LONG } }, {}],
])('judges the beginning: %s', (_what, format, status, body, verdict) => {
  const whole = JSON.stringify(body);
  const read = Buffer.from(whole).subarray(0, WEBHOOK_ANSWER_BYTES_MAX).toString();
  expect(read.length).toBeLessThan(whole.length);
  for (const answer of [whole, read]) expect(answered(format, status, answer)).toEqual(verdict);
});

test('reads the certain fields of a truncated object, wherever it is cut', () => {
  const object = { ok: true, 'a"b': [{ c: '\\"\u0001,]}' }, [], 12], text: 'é\n', last: false };
  const whole = JSON.stringify(object).replace('é', '\\u00e9');
  for (let length = 0; length < whole.length; length++) {
    const found = objectIn(whole.slice(0, length));
    expect(object).toMatchObject(withoutLast(found));
    if (length > '{"ok":true'.length) expect(found.ok).toBe(true);
  }
  expect(objectIn(whole)).toEqual(object);
});

test.each(['', ' ', '[', '[1', '"text', 'nonsense', '{"a" "b"', '{]', '}{', `{"a":${'['.repeat(4_000)}`])(
  'reads no other member from %p',
  (body) => {
    expect(Object.keys(objectIn(body)).every((name) => name === 'a')).toBe(true);
  },
);

/** The last value may be incomplete. */
const withoutLast = (found: object) => Object.fromEntries(Object.entries(found).slice(0, -1));

test.each<[location: string | undefined, verdict: ResponseVerdict]>([
  ['https://script.googleusercontent.com/macros/echo?user_content_key=x', {}],
  ['https://accounts.google.com/ServiceLogin', { error: 'status' }],
  ['https://script.googleusercontent.com.evil.example/', { error: 'status' }],
  ['/relative', { error: 'status' }],
  [undefined, { error: 'status' }],
])('sheets: a redirect to %p', (location, verdict) => {
  expect(answered('sheets', 302, '', location)).toEqual(verdict);
});

test('no other format accepts a redirect', () => {
  for (const format of WEBHOOK_FORMATS.filter((each) => each !== 'sheets'))
    expect(answered(format, 302, '', 'https://script.googleusercontent.com/')).toEqual({ error: 'status' });
});
