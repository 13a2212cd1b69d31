import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';

const ASCII_TEXT = /^[\t\n\r -~]*$/;
/** Letters that look like a blank. NFKC turns them into invisible ones. */
const BLANK_LETTERS = /[\u3164\uffa0]/g;
/** Invisible characters: format and control characters, and the rest of Unicode's Default_Ignorable_Code_Point. */
const INVISIBLE = /\p{DI}|\p{Cf}|(?!\s)\p{Cc}/gu;
/**
 * More combining marks on one letter than Unicode's limit (UAX 15, Stream-Safe Text). Sorting n of them takes n² steps.
 */
const TOO_MANY_MARKS = /\p{M}(?<=\p{M}{31})/gu;
/** Characters that NFKC expands to whole words of up to 18 characters; treated as blanks. */
const WORD_SIGNS = /[\u3300-\u3357\u337f\u33ae\u33af\u33c2\u33d8\ufdf0-\ufdfc]/g;
/**
 * Combining marks, with their base letter in scripts where they are part of it, such as vowels in the scripts of India.
 * Also the Arabic tatweel, which only stretches a word.
 */
const MARKS =
  /(?![\u0640\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Armn}])\p{L}\p{M}+|[\u0640\p{M}]+/gu;
/** Accents that any letter can have, except the two Japanese ones, which form other syllables. */
const ACCENTS = /(?![\u3099\u309a])\p{sc=Zinh}/gu;
/** Latin letters that Unicode does not decompose, mapped as in CLDR's transliteration Latin-ASCII. */
const LATIN_ASCII = new Map(
  Object.entries({ æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ħ: 'h', ł: 'l', ŋ: 'n', þ: 'th', ŧ: 't' }),
);
const NOT_TAKEN_APART = /[æœøðđħłŋþŧ]/g;

const BEGINS_WITH_LETTER = /^(?!\u0640)\p{L}/u;

/** A text without invisible characters and accents, in compatibility form. */
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

/** Lower, upper, lower: ẞ and ß only become equal by way of SS. A final sigma equals any other. */
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

/** Folds a text for comparison: removes case, accents, letter width and invisible characters. Idempotent. */
export const fold = (text: string): string => caseless(plain(text));

/** A folded text with look-alikes of Latin letters replaced by them. */
export const skeleton = (text: string): string =>
  caseless(plain(text).replace(/[^\0-\x7f]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter));

/** Separates the texts of a submission, so that no phrase or search term spans two. Survives folding. */
export const BOUNDARY = '\u2029';

/**
 * A word or a boundary. In scripts without spaces, each character counts as a word, so that phrases are found within a
 * sentence.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc])[\p{L}\p{N}\p{M}])+|\u2029/gu;

/** The words of a folded text in order: runs of letters and digits, and boundaries. */
export const wordsOf = (folded: string): string[] => folded.match(WORD) ?? [];

/** A submission's names and text values at any depth, in order. */
export function submittedText(data: SubmissionData): string {
  const texts: string[] = [];
  visit(data, (value) => typeof value === 'string' && texts.push(withoutBoundary(value)));
  return texts.join(BOUNDARY);
}

/** A text without the character that separates texts. */
export const withoutBoundary = (text: string): string => text.replaceAll(BOUNDARY, '\n');

/** A submission's text values at any depth, in order. */
export function submittedTexts(data: SubmissionData): string[] {
  const values: string[] = [];
  visit(data, (value, isName) => typeof value === 'string' && !isName && values.push(value));
  return values;
}

/** Visits the names and values of submitted data at any depth, in order; without null. */
export function visit(value: unknown, take: (value: unknown, isName: boolean) => unknown): void {
  if (Array.isArray(value)) for (const child of value) visit(child, take);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      take(name, true);
      visit(child, take);
    }
  } else if (value !== null) take(value, false);
}
