import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blockedTermIn, termProblem } from '../../../../shared/spamFilter/blockedTerms.ts';
import { fold, wordsOf } from '../../../../shared/spamFilter/text.ts';
import { HOSTILE_TERMS, hostileTexts } from '../../../support/samples/hostileTexts.ts';
import { stepsOf } from '../../../support/steps.ts';

const found = (text: string, ...terms: string[]) => blockedTermIn({ message: text }, terms);

describe('A blocked term', () => {
  test.each([
    ['casino', 'Visit our CASINO!'],
    ['Çasino', 'visit our casino'],
    ['casino', 'visit our çásïnö'],
    ['casino', 'visit our ｃａｓｉｎｏ'],
    ['casino', 'visit our саѕіnо'],
    ['casino', 'visit our c\u200ba\u200bs\u2060ino'],
    ['casino', 'visit our c\u0301a\u0302s\u0303i\u0304no'],
    ['online casino', 'the best Online   Casino'],
    ['online casino', 'the best online-casino.example'],
    ['online casino', 'http://online.casino/'],
    [' online\u2029\u00a0casino ', 'online casino'],
    ['КАЗИНО', 'лучшее казино'],
    ['казино', 'ЛУЧШЕЕ КАЗИНО'],
    ['Καζίνο', 'ΤΟ ΚΑΖΙΝΟ'],
    ['賭博', 'オンライン賭博サイト'],
    ['कैसीनो', 'यह कैसीनो है'],
    ['24', 'open 24/7'],
    ['straße', 'Hauptstrasse, STRASSE'],
    ['ana@evil.example', 'Write to ANA@Evil.Example.'],
    ['ana@evil.example', 'Write to <mailto:ana@evil.example>'],
    ['ana@evil.example', "'ana@evil.example', she said"],
    ['ana@evil.example', '联系ana@evil.example谢谢'],
    ['ana@evil.example', 'write to аnа＠еvіl.example'],
    ['@evil.example', 'ana@evil.example'],
    ['@evil.example', 'ana@mail.evil.example, bob'],
    ['@ru', 'ivan@пример.example, ivan@mail.ru'],
    ['@例え.jp', 'ana@例え.jp'],
    ['evil.example', 'see https://evil.example/path'],
  ])('%s is found in %j', (term, text) => {
    expect(termProblem(term)).toBeUndefined();
    expect(found(text, term)).toBe(term);
  });

  test.each([
    ['casino', 'casinos and anticasino'],
    ['casino', 'cas ino'],
    ['online casino', 'casino online'],
    ['online casino', 'online and casino'],
    ['straße', 'Hauptstraße'],
    ['ana@evil.example', 'diana@evil.example'],
    ['ana@evil.example', 'ana@evil.example.org'],
    ['ana@evil.example', 'ana at evil.example'],
    ['@evil.example', 'ana@notevil.example'],
    ['@evil.example', 'ana@evil.example.org'],
    ['@evil.example', 'https://evil.example'],
    ['कि', 'का'],
  ])('%s is not found in %j', (term, text) => {
    expect(found(text, term)).toBeUndefined();
  });

  test('is reported as configured; the first of the list wins', () => {
    expect(found('a bonus at the casino', 'Poker', 'CASINO', 'Bonus')).toBe('CASINO');
    expect(found('casino', 'Casino', 'CASINO')).toBe('Casino');
  });

  test('is found in names and in values at any depth', () => {
    expect(blockedTermIn({ casino: 1 }, ['casino'])).toBe('casino');
    expect(blockedTermIn(JSON.parse('{"__proto__":[{"a":["the casino"]}]}'), ['casino'])).toBe('casino');
  });

  test('is not found across two values', () => {
    expect(blockedTermIn({ list: ['online', 'casino'] }, ['online casino'])).toBeUndefined();
    expect(found('online\u2029casino', 'online casino')).toBe('online casino');
  });

  test('is found next to terms with the same beginning', () => {
    const terms = ['a b c d', 'b c x', 'b c', 'c'];
    expect(found('a b c d', ...terms)).toBe('a b c d');
    expect(found('a b c x', ...terms)).toBe('b c x');
    expect(found('a b c', ...terms)).toBe('b c');
    expect(found('a c', ...terms)).toBe('c');
  });

  test('is found exactly where its words follow one another', () => {
    const word = fc.constantFrom('a', 'b', 'ab');
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.array(word, { maxLength: 20 }), (lists, text) => {
        const terms = lists.map((list) => list.join(' '));
        const expected = terms.find((term) => ` ${text.join(' ')} `.includes(` ${term} `));
        expect(found(text.join('-'), ...terms)).toBe(expected);
      }),
    );
  });
});

describe('a term without possible matches', () => {
  test.each([
    '',
    ' ',
    '...',
    '💊',
    '\u200b',
    '\u2029',
    '@',
    '@.',
    'a@',
    'mail me @ home',
    '@casino bonus',
    'a@b@c',
    '<a@b.c>',
    '@casino_bot',
  ])('%j has a problem, and is not found', (term) => {
    expect(termProblem(term)).toMatch(/^(?:must have a letter or a digit|with an "@" must be an email address)/);
    expect(found(`x ${term} y`, term)).toBeUndefined();
  });

  test('has no words to match', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (term) => {
        const isFound = found(`x ${term} y`, term) === term;
        expect(isFound).toBe(termProblem(term) === undefined && (!fold(term).includes('@') || isFound));
        if (wordsOf(fold(term)).length > 0 && !fold(term).includes('@')) expect(isFound).toBe(true);
      }),
    );
  });
});

describe('100 terms against a text', () => {
  test.each(Object.keys(HOSTILE_TERMS))(
    '%s: the steps grow with the text and the terms, not with their product',
    (name) => {
      const terms = HOSTILE_TERMS[name] ?? [];
      const slow = Object.entries(hostileTexts(5_000)).flatMap(([kind, data]) => {
        const characters = JSON.stringify(data).length + terms.join('').length;
        const ratio = stepsOf(() => blockedTermIn(data, terms)) / characters;
        return ratio > 10 ? [[kind, ratio]] : [];
      });
      expect(slow).toEqual([]);
    },
  );
});
