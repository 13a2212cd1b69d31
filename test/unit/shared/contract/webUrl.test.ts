import { expect, test } from '@jest/globals';
import { asciiAddress } from '../../../../shared/contract/emailAddress.ts';
import { isWebUrl } from '../../../../shared/contract/webUrl.ts';

/** Enough calls for the engine to optimize: `URL.canParse` of Node.js 20 then rejects valid URLs. */
const CALLS = 20_000;

test.each([
  ['a path', `https://example.com/${'a'.repeat(2_028)}`],
  ['a query right after the host, which gets a slash', `https://example.com?${'a'.repeat(2_028)}`],
  ['characters that become longer', `https://example.com/?${"'".repeat(2_027)}`],
])('accepts a URL of exactly 2,048 characters, with %s', (_what, address) => {
  expect(address).toHaveLength(2_048);
  expect(isWebUrl(address)).toBe(true);
  expect(isWebUrl(`${address}a`)).toBe(false);
});

test('rejects a URL that would be too long for a `Location` header', () => {
  expect(isWebUrl(`https://example.com/${'ä'.repeat(1_000)}`)).toBe(true);
  expect(isWebUrl(`https://example.com/${'ä'.repeat(1_100)}`)).toBe(false);
});

test('accepts URLs with letters such as ü after any number of others', () => {
  const refused = Array.from({ length: CALLS }, (_, call) => call).filter(
    (call) =>
      !isWebUrl(`https://bücher.example/${call}`) || asciiAddress('ada@bücher.example') !== 'ada@xn--bcher-kva.example',
  );
  expect(refused).toEqual([]);
});
