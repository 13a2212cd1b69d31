import { isEmailAddress } from '../../../shared/contract/emailAddress.ts';
import { isWebUrl } from '../../../shared/contract/webUrl.ts';

/** A part of a text, with a URL if it is a link. */
export interface Piece {
  text: string;
  href?: string;
}

/** A URL ends at a space, quotation mark or bracket. */
const CANDIDATE = /[^\s<>"'`()[\]{}]+/g;
/** Ends a sentence, not an address. */
const TRAILING = '.,;:!?';

/** Splits a text into addresses and other text. Only http, https and mail addresses become links. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const address = withoutTrailing(found);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (TRAILING.includes(text.charAt(end - 1)) && end > 0) end--;
  return text.slice(0, end);
}

function hrefOf(address: string): string | undefined {
  if (isWebUrl(address)) return new URL(address).href;
  return isEmailAddress(address) ? mailtoOf(address) : undefined;
}

/** An address that opens the mail program. */
export function mailtoOf(address: string, subject?: string): string {
  const [localPart = '', domain = ''] = address.split('@');
  const mailto = `mailto:${encodeURIComponent(localPart)}@${domain}`;
  return subject === undefined ? mailto : `${mailto}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
