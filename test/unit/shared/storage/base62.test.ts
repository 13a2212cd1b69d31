import { expect, test } from '@jest/globals';
import { toBase62 } from '../../../../shared/storage/base62.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const fromBase62 = (digits: string): bigint =>
  [...digits].reduce((value, digit) => value * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

test.each([
  [0n, 1, '0'],
  [9n, 1, '9'],
  [10n, 1, 'A'],
  [35n, 1, 'Z'],
  [36n, 1, 'a'],
  [61n, 1, 'z'],
  [62n, 2, '10'],
  [3_843n, 2, 'zz'],
  [0n, 6, '000000'],
  [1n, 6, '000001'],
  [0xffffffffn, 6, '4gfFC3'],
])('%p in %i digits is %s', (value, length, digits) => {
  expect(toBase62(value, length)).toBe(digits);
});

test('a value that needs more digits keeps all of them', () => {
  expect(toBase62(62n ** 3n, 1)).toBe('1000');
});

test('a SHA-256 fits into 43 digits, and is restored from them', () => {
  const largest = 2n ** 256n - 1n;
  expect(toBase62(largest, 43)).toHaveLength(43);
  for (const value of [largest, largest / 3n, 12_345_678_901_234_567_890n]) {
    expect(fromBase62(toBase62(value, 43))).toBe(value);
  }
});

test('digits of the same length sort as their values do', () => {
  const values = [0n, 9n, 10n, 35n, 36n, 61n, 62n, 3_843n, 3_844n];
  const texts = values.map((value) => toBase62(value, 4));
  expect([...texts].reverse().sort()).toEqual(texts);
});
