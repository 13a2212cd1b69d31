import type { SubmissionWithData } from '../schemas/submission.ts';

/** What both forms of the message are written from. */
export interface MessageContent {
  endpointName: string;
  submission: SubmissionWithData;
}

/** One line of the message: a field's name, or the path to a nested value such as `address.city` or `items[2]`. */
export interface Field {
  name: string;
  value: string;
}

/** The fields in the order they were sent; nested values one by one, a list of plain values line by line. */
export const fieldsOf = ({ data }: SubmissionWithData): Field[] =>
  Object.entries(data).flatMap(([name, value]) => flatten(name, value));

function flatten(name: string, value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return [{ name, value: plain(value) }];
  const entries = Object.entries(value);
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null)) {
      return [{ name, value: value.map(plain).join('\n') }];
    }
    return entries.flatMap(([index, item]) => flatten(`${name}[${Number(index) + 1}]`, item));
  }
  return entries.length === 0
    ? [{ name, value: '' }]
    : entries.flatMap(([key, item]) => flatten(`${name}.${key}`, item));
}

/** Control characters other than tab and line breaks mean nothing in a mail and may break its display. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const plain = (value: unknown): string =>
  (value === null ? '' : String(value)).replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '');

/** A name as one printable line. */
export const printableName = (name: string): string => name.replace(UNPRINTABLE, '').replace(/\s+/g, ' ');
