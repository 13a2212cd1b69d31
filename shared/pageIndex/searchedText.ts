import type { SubmittedFile } from '../contract/schemas/files/submittedFile.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { BOUNDARY, fold, visit, withoutBoundary } from '../spamFilter/text.ts';

/** The parts of a submission that are searched. */
export interface Searched {
  data: SubmissionData;
  files?: readonly Pick<SubmittedFile, 'field' | 'name'>[] | undefined;
}

const ASCII = /^[\0-\x7f]*$/;
/** Typographic quotes, primes, and accents used as such. Mapped before NFKC, which takes some of them apart. */
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u2039\u203a\u00b4`\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\ua78c]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u02ba\u05f4\u301d-\u301f]/g;
const DASHES = /[\u2010-\u2015\u2043\u2212\u02d7\u05be\u2e3a\u2e3b]/g;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [DASHES, '-'],
  [/\u22ef/g, '...'],
  [/\u301c/g, '~'],
  [/[\u2044\u2215]/g, '/'],
];

/**
 * Letters of Arabic, Persian and Urdu keyboards that look alike: the mappings of Lucene's ArabicNormalizer and
 * PersianNormalizer, and forms of Sorani, Uyghur and Sindhi.
 */
const ARABIC = new Map(
  Object.entries({ ا: 'ٱ', ي: 'یىے', ك: 'کڪ', ه: 'ةۀہۂۃەھ' }).flatMap(([letter, alike]) =>
    [...alike].map((each) => [each, letter] as const),
  ),
);
const ALIKE = new RegExp(`[${[...ARABIC.keys()].join('')}]`, 'g');

/** Digits of other scripts. Unicode encodes ten in a row, from zero. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** A text as searches compare it: signs that people do not tell apart are one, and so are blanks and line breaks. */
function comparable(text: string): string {
  return plainSigns(text)
    .replace(/[^\S\u2029]+/g, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/\.{4,}/g, '...');
}

function plainSigns(text: string): string {
  const folded = fold(text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"'));
  if (ASCII.test(folded)) return folded;
  const plain = SIGNS.reduce((some, [signs, sign]) => some.replace(signs, sign), folded);
  return plain.replace(ALIKE, (letter) => ARABIC.get(letter) ?? letter).replace(OTHER_DIGIT, asciiDigit);
}

/** Six and more digits, with up to four blanks and signs between two of them. */
const NUMBER = /\d(?:[ \-./()',_]{0,4}\d){5,}/g;
const NUMBER_SIGNS = " -./()',_";
/** The zero that is not dialled after a country's code. */
const TRUNK_ZERO = /(\+\d{1,3}) ?\(0\)/g;

const withJoinedDigits = (text: string): string =>
  text.replace(TRUNK_ZERO, '$1 ').replace(NUMBER, (number) => number.replace(/\D/g, ''));

/** A search term as `searchedText` contains it: a long number without signs around it and zeros before it. */
export function searchedTerm(term: string): string {
  const text = withJoinedDigits(comparable(withoutBoundary(term)));
  const begun = text.replace(/^[ \-./()',_+]*0*(?=\d{6})/, '');
  let end = begun.length;
  while (end > 0 && NUMBER_SIGNS.includes(begun.charAt(end - 1))) end--;
  return /\d{6}$/.test(begun.slice(Math.max(0, end - 6), end)) ? begun.slice(0, end) : begun;
}

/** A field's name as searches compare it. */
export const searchedName = (name: string): string => comparable(withoutBoundary(name));

/** A value at any depth, with its names: a search term occurs in it if it is part of one of them. */
export const searchedValue = (value: unknown): string => searchable(textsIn(value));

/** The names and values of a submission, and the names of its files. */
export const searchedText = ({ data, files = [] }: Searched): string =>
  searchable([...textsIn(data), ...files.flatMap(({ field, name }) => [field, name])]);

/** Texts as compared; if they have long numbers with signs, also a copy without the signs. */
function searchable(texts: readonly string[]): string {
  const text = comparable(texts.map(withoutBoundary).join(BOUNDARY));
  const joined = withJoinedDigits(text);
  return joined === text ? text : text + BOUNDARY + joined;
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  visit(value, (each) => texts.push(String(each)));
  return texts;
}
