import { addressParser } from 'postal-mime';

/** Reads an address with or without display name, as a header has it. */
export function readMailAddress(text: string): { name: string; address: string } {
  const [{ name = '', address = '' } = {}] = addressParser(text);
  return { name, address };
}

/** An address for people, unencoded. */
export function shownMailAddress(text: string): string {
  const { name, address } = readMailAddress(text);
  return name === '' ? address : `${name} <${address}>`;
}
