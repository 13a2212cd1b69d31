import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { featuresOf } from '../../../../shared/spamFilter/features.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';
import { hostileTexts } from '../../../support/samples/hostileTexts.ts';
import { stepsOf } from '../../../support/steps.ts';

const labelsOf = (text: string): string[] => featuresOf({ message: text }).map(({ label }) => label);
const hashesOf = (text: string): number[] => featuresOf({ message: text }).map(({ hash }) => hash);

describe('The features of a submission', () => {
  test('are the words of its text, each once regardless of case and accents', () => {
    const labels = labelsOf('Casino, CASINO and çasino: Bonus!');
    expect(labels.filter((label) => !label.startsWith('('))).toEqual(['çasino', 'and', 'Bonus']);
  });

  test('are the words of its values only', () => {
    expect(featuresOf({ casino: { bonus: 'hello' } }).map(({ label }) => label)).toContain('hello');
    expect(featuresOf({ casino: { bonus: 'hello' } }).map(({ label }) => label)).not.toContain('casino');
  });

  test('treat disguised words as the words they imitate', () => {
    expect(hashesOf('cаsino')).toContain(hashesOf('casino')[0]);
    expect(hashesOf('cas\u200bino')).toContain(hashesOf('casino')[0]);
  });

  test('include pairs of characters in scripts without blanks between words', () => {
    expect(labelsOf('賭博場')).toEqual(expect.arrayContaining(['賭博', '博場']));
  });

  test('include the hosts of links, but no words of their paths', () => {
    const labels = labelsOf('see https://www.Evil.example:80/casino?a=b and http://good.example');
    expect(labels).toEqual(expect.arrayContaining(['evil.example', 'good.example', 'see', 'and']));
    expect(labels).not.toContain('casino');
  });

  test('include no words of more than 30 letters', () => {
    expect(labelsOf('x'.repeat(31))).not.toContain('x'.repeat(31));
  });

  test.each([
    ['(0 links)', 'a'],
    ['(2 links)', 'http://a.example https://b.example www.c.example'],
    ['(8 links)', 'http://a.example '.repeat(9)],
    ['(1 e-mail addresses)', 'ana@example.com'],
    ['(3 exclamation marks)', 'now!!! or！'],
    ['(1 amounts of money)', 'only $5 or free'],
    ['(3 amounts of money)', '$5, 10 €, £7'],
    ['(30 % of words in capitals)', 'BUY NOW or never'],
    ['(0 % of words in capitals)', 'Buy now'],
    ['(50 characters)', 'a'.repeat(149)],
    ['(3000 characters)', 'a'.repeat(4_000)],
    ['(1 tags)', '<a href=x>'],
    ['(1 tags)', '[url=x]'],
    ['(0 tags)', '1 < 2'],
    ['(1 invisible characters)', 'cas\u200bino'],
    ['(1 scripts mixed in a word)', 'cаsino'],
    ['(0 scripts mixed in a word)', 'casino казино'],
    ['(Cyrillic letters)', 'казино'],
    ['(Han letters)', '賭博'],
  ])('include the shape %s', (label, text) => {
    expect(labelsOf(text)).toContain(label);
  });

  const invented = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ');

  test.each([
    ['at its start', `casino ${invented(500)}`],
    ['in its middle', `${invented(250)} casino ${invented(250, 250)}`],
    ['at its end', `${invented(500)} casino`],
  ])('include the words of a long text %s', (_where, text) => {
    expect(labelsOf(text)).toContain('casino');
  });

  test('include the words of a short value next to a long one', () => {
    const labels = featuresOf({ message: invented(500), company: 'casino' }).map(({ label }) => label);
    expect(labels).toContain('casino');
  });

  test('include links at any position', () => {
    const links = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `https://h${from + index}.example`).join(' ');
    for (const text of [
      `${invented(125)} https://casino.example ${invented(375)}`,
      `https://casino.example ${links(0)}`,
      `${links(0)} https://casino.example`,
    ]) {
      expect(labelsOf(text)).toContain('casino.example');
    }
  });

  test('name the parts of the text for each word; links and shapes are in all parts', () => {
    const features = featuresOf({ message: `casino ${invented(500)} bonus https://a.example` });
    const partsOf = (label: string) => features.find((feature) => feature.label === label)?.parts;
    expect([partsOf('casino'), partsOf('bonus')]).toEqual([0b001, 0b100]);
    expect([partsOf('a.example'), partsOf('(1 links)')]).toEqual([undefined, undefined]);
  });

  test('are at most 230, each once, of any JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ stringUnit: anyCharacter })),
        (data) => {
          const features = featuresOf(data);
          expect(features.length).toBeLessThanOrEqual(230);
          expect(new Set(features.map(({ hash }) => hash)).size).toBe(features.length);
        },
      ),
    );
    const words = Array.from({ length: 5_000 }, (_, index) => `word${index} http://host${index}.example`).join(' ');
    expect(featuresOf({ words, more: `first ${words}` }).length).toBeLessThanOrEqual(230);
  });

  test('are found in names like __proto__, in lone surrogates, and ten levels deep', () => {
    const deep = JSON.parse(`${'{"__proto__":'.repeat(9)}{"constructor":"casino \\ud800"}${'}'.repeat(9)}`);
    expect(featuresOf(deep).map(({ label }) => label)).toContain('casino');
  });

  test('take steps in proportion to the text', () => {
    const slow = Object.entries(hostileTexts(5_000)).flatMap(([kind, data]) => {
      const ratio = stepsOf(() => featuresOf(data)) / JSON.stringify(data).length;
      return ratio > 3 ? [[kind, ratio]] : [];
    });
    expect(slow).toEqual([]);
  });
});
