import type { SubmissionData } from '../../../shared/contract/schemas/submissions/submission.ts';

const BYTES_AROUND = 100;

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

const UNITS = {
  'at signs': '@',
  'one word': 'a',
  hyphens: '-',
  'addresses without an end': 'a@',
  addresses: 'user@a.a ',
  'long domains': `x@${'a.'.repeat(120)} `,
  links: 'http://a ',
  'links without an end': 'http://',
  tags: '<a ',
  'combining marks': '\u0301',
  'letters with marks': 'a\u0301\u0323',
  'capitals with accents': 'É ',
  'look-alikes': 'саѕіnо ',
  Chinese: '賭',
  Hangul: '한 ',
  'words in one sign': '㌖',
  'sentences in one sign': 'ﷺ',
  'mathematical letters': '𝐚',
  'invisible characters': '\u200b',
  'invisible characters between letters': 'a\u200b',
  'lone surrogates': '\ud800',
  NUL: '\u0000',
};

/** Submissions of a size in bytes that slow down a careless comparison. */
export function hostileTexts(bytes: number): Record<string, SubmissionData> {
  const room = bytes - BYTES_AROUND;
  const filledWith = (unit: string) => ({ text: unit.repeat(Math.floor(room / bytesOf(unit))) });
  const listOf = (text: string) => ({ list: Array(Math.floor(room / (bytesOf(text) + 3))).fill(text) });
  const words = Array.from(
    { length: Math.floor(room / 5) },
    (_, index) => String.fromCodePoint(0xac00 + index) + (index % 7),
  );
  return {
    ...Object.fromEntries(Object.entries(UNITS).map(([name, unit]) => [name, filledWith(unit)])),
    'many different words': { text: words.join(' ') },
    'many short values': listOf('é'),
    'many empty values': listOf(''),
  };
}

const hundred = (term: (index: number) => string): string[] => Array.from({ length: 100 }, (_, index) => term(index));

/** The maximum number of terms of the maximum length, which slow down a careless search. */
export const HOSTILE_TERMS: Record<string, string[]> = {
  'long domains': hundred((index) => `@${'a.'.repeat(47)}${index}`),
  words: hundred((index) => `term${index}`),
  'beginnings of one another': hundred((index) => `${'a '.repeat(index % 49)}z${index}`),
  'phrases of 100 characters': hundred((index) => `${'賭'.repeat(98)}${String.fromCodePoint(0x4e00 + index)}博`),
  addresses: hundred((index) => (index % 2 === 0 ? `user${index}@a.a` : `@a.a.${index}`)),
};
