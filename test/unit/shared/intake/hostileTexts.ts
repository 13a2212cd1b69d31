import { SUBMISSION_BYTES_MAX } from '../../../../shared/contract/limits.ts';
import type { SubmissionData } from '../../../../shared/contract/schemas/submission.ts';

/** Room for the names and brackets around. */
const BYTES = SUBMISSION_BYTES_MAX - 100;

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;
const filledWith = (unit: string): SubmissionData => ({ text: unit.repeat(Math.floor(BYTES / bytesOf(unit))) });
const listOf = (text: string): SubmissionData => ({ list: Array(Math.floor(BYTES / (bytesOf(text) + 3))).fill(text) });

const UNITS = {
  'at signs': '@',
  'one word': 'a',
  'one-letter words': 'a ',
  hyphens: '-',
  'full stops': 'a.',
  'addresses without an end': 'a@',
  'short domains': '@a.a ',
  addresses: 'user@a.a ',
  'long domains': `x@${'a.'.repeat(120)} `,
  links: 'http://a ',
  'links without an end': 'http://',
  tags: '<a ',
  'combining marks': '\u0301',
  'marks out of order': '\u0301\u0323',
  'letters with marks': 'a\u0301\u0323',
  'capitals with accents': 'É ',
  'look-alikes': 'саѕіnо ',
  Chinese: '賭',
  Hindi: 'कि',
  Thai: 'ก็',
  Hangul: '한 ',
  Arabic: 'بـَ',
  'words in one sign': '㌖',
  'sentences in one sign': 'ﷺ',
  'mathematical letters': '𝐚',
  'squared letters': '🅰',
  'invisible characters': '\u200b',
  'invisible characters between letters': 'a\u200b',
  'lone surrogates': '\ud800',
  NUL: '\u0000',
};

/** Submissions of the largest size that make a careless comparison slow. */
export const HOSTILE_TEXTS: Record<string, SubmissionData> = {
  ...Object.fromEntries(Object.entries(UNITS).map(([name, unit]) => [name, filledWith(unit)])),
  'many different words': {
    text: Array.from({ length: 9_000 }, (_, index) => `${String.fromCodePoint(0xac00 + index)}${index % 7}`).join(' '),
  },
  'many short values': listOf('é'),
  'many empty values': listOf(''),
};
