/** An address as a header has it. */
export interface Mailbox {
  name: string;
  address: string;
}

const WITH_NAME = /^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*)) <([^<>]+)>$/;
const ENCODED_WORD = /=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g;

/** Reads an address with or without display name (RFC 5322, with encoded words of RFC 2047). */
export function readMailbox(text: string): Mailbox {
  const [, quoted, words = '', address = text] = WITH_NAME.exec(text) ?? [];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? decoded(words), address };
}

/** Space between encoded words does not count. */
const decoded = (words: string): string =>
  words
    .replace(/\?= +(?==\?)/g, '?=')
    .replace(ENCODED_WORD, (_word, base64: string) => Buffer.from(base64, 'base64').toString());

/** An address for people, unencoded. */
export function shownMailbox(text: string): string {
  const { name, address } = readMailbox(text);
  return name === '' ? address : `${name} <${address}>`;
}
