import { oneLine, shortened } from './outline.ts';

/** Characters of an encoded word: each takes up to four bytes, and RFC 2047 allows 75 characters with the markup. */
const WORD_LENGTH = 10;
/** Characters of a display name. */
const LENGTH_MAX = 64;

/** A header's text without the start of an encoded word (RFC 2047), which a mail program would show decoded. */
export const withoutEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** Text as encoded words of RFC 2047, for headers that are limited to ASCII. */
export function encodedWords(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const words = Array.from({ length: Math.ceil(characters.length / WORD_LENGTH) }, (_, place) =>
    characters.slice(place * WORD_LENGTH, (place + 1) * WORD_LENGTH).join(''),
  );
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join(' ');
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Bytes of an address with its name that SES accepts. It rejects the whole mail for a longer one. */
export const MAILBOX_BYTES_MAX = 320;

/**
 * An address with a display name as RFC 5322 writes it, in ASCII. A long name is shortened. A name that looks like
 * an address is left out.
 */
export function mailbox(address: string, name = ''): string {
  const shown = withoutEncodedWords(displayName(name));
  for (let length = shown.length; length > 0; length--) {
    const text = `${phrase(shortened(shown, length))} <${address}>`;
    if (text.length <= MAILBOX_BYTES_MAX) return text;
  }
  return address;
}

const phrase = (text: string): string => (isAscii(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : encodedWords(text));

/** All but joiners after visible characters, which Persian, Hindi and emoji need. */
const INVISIBLE = /(?!(?<=[^\p{C}\s])[\u200c\u200d])\p{C}/gu;

/** Submitted text for a header: one short line without invisible characters. */
export const headerLine = (text: string): string =>
  shortened(oneLine(oneLine(text.slice(0, 4 * LENGTH_MAX)).replace(INVISIBLE, '')), LENGTH_MAX);

/** A name for a header; empty if it looks like an address. */
export function displayName(text: string): string {
  const name = headerLine(text);
  return name.normalize('NFKC').includes('@') ? '' : name;
}
