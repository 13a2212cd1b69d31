import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashesOf, mayContain, WordFilter, withHashes } from '../../../../shared/pageIndex/wordFilter.ts';
import { fold } from '../../../../shared/spamFilter/text.ts';

const filterOf = (...texts: string[]): WordFilter => {
  const filter = new WordFilter();
  for (const text of texts) filter.add(fold(text));
  return filter;
};
const finds = (filter: WordFilter, ...terms: string[]): boolean =>
  mayContain(
    filter.toBytes(),
    terms.map((term) => hashesOf(fold(term))),
  );

test('never excludes a part of a text', () => {
  const text = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (texts, from, length) => {
      const all = fold(texts.join(' '));
      const start = from % (all.length + 1);
      const filter = filterOf();
      filter.add(all);
      return mayContain(filter.toBytes(), [hashesOf(all.slice(start, start + (length % 30)))]);
    }),
  );
});

test('excludes words that occur in none of the texts', () => {
  const filter = filterOf('The heating does not work', '東京は晴れです');
  for (const part of ['HEAT', 'eating does', 'the', '東京', '晴れ']) expect(finds(filter, part)).toBe(true);
  for (const other of ['cheating', 'workshop', 'heatings', 'xyl', '京都', 'zebra'])
    expect(finds(filter, other)).toBe(false);
  expect(finds(filter, 'heating', 'zebra')).toBe(false);
});

test('excludes nothing by one or two letters', () => {
  for (const short of ['x', 'zz', 'a b c']) expect(finds(filterOf('Hello'), short)).toBe(true);
});

test('is as small as its text allows, up to the size at which it is full', () => {
  expect(filterOf('Hello').toBytes().length).toBeLessThanOrEqual(8);
  const letters = fc.sample(fc.string({ minLength: 1_000, maxLength: 1_000 }), { numRuns: 300, seed: 1 });
  const filter = filterOf(...letters);
  expect([filter.isFull, filter.toBytes().length]).toEqual([true, 16_384]);
});

test('contains texts added later, and still excludes others', () => {
  const words = Array.from({ length: 500 }, (_, i) => `word ${(i * 7_919).toString(36)} ${(i * 104_729).toString(36)}`);
  let bytes = filterOf('Hello').toBytes();
  for (const word of words) bytes = withHashes(bytes, hashesOf(word));
  expect(bytes.length).toBeLessThanOrEqual(16_384);
  for (const word of ['hello', ...words]) expect(mayContain(bytes, [hashesOf(word)])).toBe(true);
  const absent = words.filter((_, i) => !mayContain(bytes, [hashesOf(`qq-${i * 31}-zz`)]));
  expect(absent.length).toBeGreaterThan(450);
});
