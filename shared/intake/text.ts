import type { SubmissionData } from '../contract/schemas/submission.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';

const ASCII_TEXT = /^[\t\n\r -~]*$/;
/** Letters that show nothing but a blank. NFKC makes them invisible ones. */
const BLANK_LETTERS = /[\u3164\uffa0]/g;
/** Characters that nobody sees: format and control characters, and the rest of Unicode's Default_Ignorable_Code_Point. */
const INVISIBLE = /\p{DI}|\p{Cf}|(?!\s)\p{Cc}/gu;
/** More marks on one letter than Unicode's limit (UAX 15, Stream-Safe Text). Putting n of them in order takes n² steps. */
const TOO_MANY_MARKS = /(?<=\p{M}{30})\p{M}/gu;
/** Signs that NFKC makes whole words of, up to 18 characters long; they count as blanks. */
const WORD_SIGNS = /[\u3300-\u3357\u337f\u33ae\u33af\u33c2\u33d8\ufdf0-\ufdfc]/g;
/**
 * Marks, with the letter before them where marks belong to the letter, as vowels do in the scripts of India. The Arabic
 * tatweel, which only makes a word longer, goes with them.
 */
const MARKS =
  /(?![\u0640\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Armn}])\p{L}\p{M}+|[\u0640\p{M}]+/gu;
/** Accents that any letter can have. The two marks of Japanese make other syllables. */
const ACCENTS = /(?![\u3099\u309a])\p{sc=Zinh}/gu;
/** Latin letters that Unicode does not take apart, as CLDR's transliteration Latin-ASCII writes them. */
const LATIN_ASCII = new Map(
  Object.entries({ æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ħ: 'h', ł: 'l', ŋ: 'n', þ: 'th', ŧ: 't' }),
);
const NOT_TAKEN_APART = /[æœøðđħłŋþŧ]/g;

const BEGINS_WITH_LETTER = /^(?!\u0640)\p{L}/u;

/** A text without what nobody sees and without accents, and each of its characters in its common form. */
const plain = (text: string): string =>
  ASCII_TEXT.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(BLANK_LETTERS, ' ')
        .replace(WORD_SIGNS, ' ')
        .replace(INVISIBLE, '')
        .replace(TOO_MANY_MARKS, '')
        .normalize('NFKD')
        .replace(MARKS, (marks) => (BEGINS_WITH_LETTER.test(marks) ? marks.replace(ACCENTS, '') : ''));

/** To and fro, since ẞ and ß become alike as SS. The sigma at the end of a word is one like any other. */
const caseless = (text: string): string =>
  ASCII_TEXT.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ')
        .replace(NOT_TAKEN_APART, (letter) => LATIN_ASCII.get(letter) ?? letter)
        .normalize('NFC');

/**
 * A text for comparison: case, accents, the width of letters and characters that nobody sees do not count. Folding twice
 * is folding once.
 */
export const fold = (text: string): string => caseless(plain(text));

/** A folded text in which letters of other scripts that look like a Latin letter are that letter. */
export const skeleton = (text: string): string =>
  caseless(plain(text).replace(/[^\0-\x7f]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter));

/** Stands between the texts of a submission, so that no phrase goes from one to the next. */
const BOUNDARY = '\u2029';

/**
 * A word, or a boundary. In scripts that put no blank between words each character counts as a word, so that a phrase is
 * found inside of a sentence.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc])[\p{L}\p{N}\p{M}])+|\u2029/gu;

/** The words of a folded text in their order: runs of letters and digits. A boundary is one, too. */
export const wordsOf = (folded: string): string[] => folded.match(WORD) ?? [];

/** The names in a submission's data and its values that are texts, at any depth, in their order. */
export function textOf(data: SubmissionData): string {
  const texts: string[] = [];
  visit(data, (text) => texts.push(text.replaceAll(BOUNDARY, '\n')));
  return texts.join(BOUNDARY);
}

/** The values in a submission's data that are texts, at any depth, in their order. */
export function valuesOf(data: SubmissionData): string[] {
  const values: string[] = [];
  visit(data, (text, isName) => !isName && values.push(text));
  return values;
}

function visit(value: unknown, take: (text: string, isName: boolean) => unknown): void {
  if (typeof value === 'string') take(value, false);
  else if (Array.isArray(value)) for (const child of value) visit(child, take);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      take(name, true);
      visit(child, take);
    }
  }
}
