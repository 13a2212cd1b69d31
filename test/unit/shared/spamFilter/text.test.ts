import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LOOK_ALIKES } from '../../../../shared/spamFilter/lookAlikes.ts';
import { fold, skeleton, submittedText, submittedTexts, wordsOf } from '../../../../shared/spamFilter/text.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';

describe('A folded text', () => {
  test.each([
    ['case', 'CaSiNo', 'casino'],
    ['accents', 'Ça était Łódź, Ærø', 'ca etait lodz, aero'],
    ['accents written as marks', 'cafe\u0301', 'cafe'],
    ['strokes through letters', 'c\u0336a\u0336s\u0336i\u0336no', 'casino'],
    ['ß and its capital', 'Straße STRAẞE', 'strasse strasse'],
    ['Turkish letters', 'İstanbul ısparta', 'istanbul isparta'],
    ['sigma at the end of a word', 'ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['full and half width', 'ＣＡＳＩＮＯ ｶｼﾞﾉ', 'casino カジノ'],
    ['mathematical and circled letters', '𝐜𝓪𝔰𝕚𝚗ⓞ', 'casino'],
    ['invisible characters', 'c\u200ba\u200ds\u00adi\u2060n\ufeffo\u180e', 'casino'],
    ['control characters', 'cas\u0000i\u0008no', 'casino'],
    ['invisible letters', 'cas\u1160ino', 'casino'],
    ['the tatweel', 'كـــازينو', 'كازينو'],
    ['vowel marks of Arabic and Hebrew', 'بَيْت שָׁלוֹם', 'بيت שלום'],
    ['marks of another script', 'cas\u0941ino', 'casino'],
  ])('does not keep %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test.each(['कि का', 'ก็ กา', 'が か', '한글', 'one\ntwo\tthree'])('keeps differences between words: %j', (text) => {
    expect(fold(text)).toBe(text.normalize('NFC'));
  });

  test('has a space for blank letters, and a replacement character for a lone surrogate', () => {
    expect(fold('one\u3164two')).toBe('one two');
    expect(fold('a\ud800b')).toBe('a\ufffdb');
  });

  test('does not change when it is folded again', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), anyUnits());
    fc.assert(
      fc.property(text, (some) => expect(fold(fold(some))).toBe(fold(some))),
      { numRuns: 1_000 },
    );
  });

  test('is the same for capitals and small letters, composed and decomposed', () => {
    // Greek's iota subscript is a combining mark, and its capital a letter.
    const text = fc.string({ unit: 'grapheme' }).filter((some) => !some.normalize('NFD').includes('\u0345'));
    fc.assert(
      fc.property(text, (some) => {
        expect(fold(some.toUpperCase())).toBe(fold(some));
        expect(fold(some.normalize('NFD'))).toBe(fold(some));
      }),
    );
  });

  test('is the same after another folding, for each single character', () => {
    const notFolded = charactersOutsideOfLargeBlocks().filter((character) => {
      const folded = fold(`a${character}b`);
      return fold(folded) !== folded;
    });
    expect(notFolded).toEqual([]);
  });
});

describe('A skeleton', () => {
  test.each([
    ['Cyrillic small letters', 'саѕіnо'],
    ['Cyrillic and Greek capitals', 'СΑЅΙΝО'],
    ['small capitals', 'ᴄᴀꜱɪɴᴏ'],
    ['Cherokee and Lisu', 'ᏟᎪᏚᏆNO'.replace('Ꮖ', 'I')],
    ['Lisu', 'ꓚꓮꓢꓲꓠꓳ'],
    ['Canadian syllables', 'ᑕᗩᔕIᑎO'],
    ['letters in circles and squares', '🅒🅰🅢🅸🅝🅞'],
    ['letters of flags', '🇨\u200b🇦🇸🇮🇳🇴'],
    ['look-alikes with accents', 'сá\u0301ѕї\u0308nö'],
  ])('is Latin for %s', (_, text) => {
    expect(skeleton(text)).toBe('casino');
  });

  test('of plain Latin is its folded form', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => expect(skeleton(text)).toBe(fold(text))));
  });

  test('lists each letter once, in its NFKC form', () => {
    for (const [letter, latin] of LOOK_ALIKES) {
      expect(letter.normalize('NFKD')).toBe(letter);
      expect(latin).toMatch(/^[a-zA-Z]$/);
    }
    expect(LOOK_ALIKES.size).toBeGreaterThan(400);
  });
});

describe('Words', () => {
  test.each([
    ['runs of letters and digits', 'win-2024_now, e-mail!', ['win', '2024', 'now', 'e', 'mail']],
    ['each character where a script has no blanks', 'abc賭博 カジノ', ['abc', '賭', '博', 'カ', 'ジ', 'ノ']],
    ['words with vowel signs', 'हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['nothing', ' … ', []],
  ])('are %s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('The text of a submission', () => {
  const data = JSON.parse('{"name":"Ada","tags":["a",{"__proto__":"deep","n":5}],"ok":true,"none":null}');

  test('has names and values at any depth, in their order', () => {
    expect(submittedText(data).split('\u2029')).toEqual('name Ada tags a __proto__ deep n ok none'.split(' '));
    expect(submittedTexts(data)).toEqual(['Ada', 'a', 'deep']);
  });

  test('has no more boundaries than it has parts', () => {
    expect(submittedText({ a: 'one\u2029two' })).toBe('a\u2029one\ntwo');
  });
});

/** Any UTF-16 units, including lone surrogates. */
function anyUnits(): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
}

/** All except Chinese characters and Hangul syllables, which are numerous and alike. */
function charactersOutsideOfLargeBlocks(): string[] {
  const ranges: [number, number][] = [
    [0x80, 0x3400],
    [0xa000, 0xac10],
    [0xf900, 0x13000],
    [0x1d000, 0x1fc00],
    [0xe0000, 0xe0200],
  ];
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index)),
  );
}
