import { describe, expect, test } from '@jest/globals';
import {
  responseBeginning,
  retryAfterSecondsOf,
} from '../../../../../../shared/deliveries/channels/webhook/response.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('Retry-After', () => {
  test.each([
    [undefined, undefined],
    ['0', 0],
    ['120', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Thu, 01 Jan 2099 00:00:00 GMT', 86_400],
    ['', undefined],
    ['soon', undefined],
    ['1, 2', undefined],
  ])('%j asks to wait %j seconds', (header, expected) => {
    expect(retryAfterSecondsOf(header, NOW)).toBe(expected);
  });
});

test.each([
  ['text', Buffer.from('hello'), 'hello'],
  ['nothing', Buffer.alloc(0), ''],
  ['more than is kept', Buffer.from('hello world'), 'hello wo'],
  ['a character that is cut', Buffer.from('hello w😀'), 'hello w'],
  ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0xff, 0xff]), '\ufffd\ufffd'],
])('a response of %s is stored as text of at most 8 bytes', (_what, bytes, expected) => {
  const text = responseBeginning(bytes, 8);
  expect(text).toBe(expected);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8);
});
