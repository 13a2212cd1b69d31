import { expect, test } from '@jest/globals';
import { textPartsOf } from '../../../../shared/spamFilter/textParts.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
/** The first and last word of each part. */
const partsOf = (...values: string[]) => textPartsOf(values).map((part) => `${part[0]}–${part.at(-1)}`);

test.each([
  [0, []],
  [15, ['w0–w14']],
  [16, ['w0–w14', 'w1–w15']],
  [31, ['w0–w14', 'w8–w22', 'w16–w30']],
  [60, ['w0–w19', 'w20–w39', 'w40–w59']],
  [200, ['w0–w32', 'w83–w115', 'w167–w199']],
])('splits a text of %i words into parts of 15 to 33', (count, parts) => {
  expect(partsOf(words(count))).toEqual(parts);
});

test('splits the longest value, and all others together', () => {
  expect(partsOf('a b', words(15), 'c')).toEqual(['w0–w14', 'a–c']);
});
