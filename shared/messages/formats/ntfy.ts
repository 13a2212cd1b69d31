import { type Limits, messages } from './fit.ts';
import type { Format, MessageContent } from './format.ts';
import { judgeStatus } from './verdicts.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** ntfy (docs.ntfy.sh, "Limitations": 4,096 bytes; a longer message becomes an attachment). */
const LIMITS: Limits = {
  titleMax: 200,
  nameMax: 100,
  valueMax: 3_000,
  fieldsMax: 200,
  totalMax: 4_000,
  fieldCost: 4,
  costOf: bytesOf,
};

/** For a topic's URL. ntfy responds with 429 beyond its limit, 60 messages at once and one every 5 seconds. */
export const ntfy: Format = {
  ...messages(LIMITS, ({ title, link, ...content }) => ({
    body: textOf(content),
    contentType: 'text/plain; charset=utf-8',
    headers: { title: headerText(title), click: link.url },
  })),
  judge: judgeStatus,
  paceMs: 0,
};

const textOf = ({ text, fields, more }: Omit<MessageContent, 'title' | 'link'>): string =>
  [...fields.map(({ name, value }) => `${name}: ${value}`), text, more].filter(Boolean).join('\n');

/** Characters of an encoded word: each takes up to four bytes, and RFC 2047 allows 75 characters with the markup. */
const WORD_LENGTH = 10;

/** A header's value; characters outside ASCII become encoded words of RFC 2047, which ntfy decodes. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
  const characters = Array.from(text);
  const words = Array.from({ length: Math.ceil(characters.length / WORD_LENGTH) }, (_, place) =>
    characters.slice(place * WORD_LENGTH, (place + 1) * WORD_LENGTH).join(''),
  );
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join(' ');
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
