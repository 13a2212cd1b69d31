import { encodedWords, isAscii } from '../headerText.ts';
import { type Limits, messages } from './fit.ts';
import type { MessageContent } from './format.ts';

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
export const ntfy = messages(
  LIMITS,
  ({ title, link, ...content }) => ({
    body: textOf(content),
    contentType: 'text/plain; charset=utf-8',
    headers: { title: headerText(title), click: link.url },
  }),
  { paceMs: 0 },
);

const textOf = ({ text, fields, more }: Omit<MessageContent, 'title' | 'link'>): string =>
  [...fields.map(({ name, value }) => `${name}: ${value}`), text, more].filter(Boolean).join('\n');

/** A header's value; ntfy decodes encoded words. */
const headerText = (text: string): string => (isAscii(text) && !text.includes('=?') ? text : encodedWords(text));
