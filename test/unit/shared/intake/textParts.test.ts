import { expect, test } from '@jest/globals';
import { textPartsOf } from '../../../../shared/intake/textParts.ts';

const words = (count: number, name = 'word') => Array.from({ length: count }, (_, i) => `${name}${i}`);
/** The first and last word of each part. */
const partsOf = (...values: string[]) => textPartsOf(values).map((part) => [part[0], part.at(-1)]);

test.each([
  [0, []],
  [15, [['word0', 'word14']]],
  [
    16,
    [
      ['word0', 'word14'],
      ['word1', 'word15'],
    ],
  ],
  [
    31,
    [
      ['word0', 'word14'],
      ['word8', 'word22'],
      ['word16', 'word30'],
    ],
  ],
  [
    60,
    [
      ['word0', 'word19'],
      ['word20', 'word39'],
      ['word40', 'word59'],
    ],
  ],
  [
    200,
    [
      ['word0', 'word32'],
      ['word83', 'word115'],
      ['word167', 'word199'],
    ],
  ],
])('splits a text of %i words into parts of 15 to 33', (count, parts) => {
  expect(partsOf(words(count).join(' '))).toEqual(parts);
});

test('splits the longest value, and all others together', () => {
  expect(partsOf('a b', words(15).join(' '), 'c')).toEqual([
    ['word0', 'word14'],
    ['a', 'c'],
  ]);
});
