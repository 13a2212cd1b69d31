import { isEmailAddress } from '../../../shared/contract/emailAddress.ts';
import { isWebAddress } from '../../../shared/contract/webAddress.ts';

/** A piece of a text: as it is, and where it leads if it is an address. */
export interface Piece {
  text: string;
  href?: string;
}

/** Web addresses and mail addresses, as they stand in running text. Each repetition is bounded, so time grows with the text. */
const CANDIDATE = /https?:\/\/[^\s<>"'`]{1,2000}|[\w.!#$&*+/=?^{|}~-]{1,64}@[\w\u0080-\uffff.-]{3,250}/gi;
/** Ends a sentence or a bracket, not an address. */
const TRAILING = /[.,;:!?)\]}'"]+$/;

/** Cuts a text into what is an address and what is not. Only http, https and mail addresses become links. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const address = found.replace(TRAILING, '');
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function hrefOf(address: string): string | undefined {
  if (isWebAddress(address)) return new URL(address).href;
  return isEmailAddress(address) ? mailtoOf(address) : undefined;
}

/** An address that opens the mail program. */
export function mailtoOf(address: string, subject?: string): string {
  const [localPart = '', domain = ''] = address.split('@');
  const mailto = `mailto:${encodeURIComponent(localPart)}@${domain}`;
  return subject === undefined ? mailto : `${mailto}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
