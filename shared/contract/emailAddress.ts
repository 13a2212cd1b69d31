import { EMAIL_LENGTH_MAX } from './limits.ts';
import { parsedUrl } from './webAddress.ts';

/** RFC 5321's limits in octets. */
const LOCAL_PART_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;

/**
 * RFC 5321's Dot-string, but for `%`: some servers still hand on mail to `a%b@c` to `a@b` (RFC 1123, 5.2.16). Quoted
 * local parts are not taken, nor letters beyond ASCII: Amazon SES knows no SMTPUTF8.
 */
const LOCAL_PART = /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*$/i;
/** What a domain is written with: letters of ASCII, and whatever else an internationalised domain name may have. */
const DOMAIN = /^[a-zA-Z0-9.\u0080-\uffff-]+$/;
/** Characters that nobody sees, which would be dropped in silence. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060-\u206f\ufeff]/;
const LABEL = /^[a-z0-9-]+$/i;
/** A top-level domain consists of letters, or is the ASCII form of an internationalised one. */
const TOP_LEVEL_DOMAIN = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** Whether a text is an address that mail can be sent to: a mailbox of ASCII letters at a domain of any letters. */
export const isEmailAddress = (text: string): boolean => asciiAddress(text) !== undefined;

/**
 * An address as Amazon SES takes it: with an internationalised domain in its ASCII form (Punycode). Undefined for what
 * is no address. Takes a time that grows no faster than the text.
 */
export function asciiAddress(text: string): string | undefined {
  if (text.length > EMAIL_LENGTH_MAX) return undefined;
  const [localPart = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || localPart.length > LOCAL_PART_LENGTH_MAX || !LOCAL_PART.test(localPart)) return undefined;
  const ascii = asciiDomain(domain);
  const address = `${localPart}@${ascii}`;
  return ascii === undefined || address.length > EMAIL_LENGTH_MAX ? undefined : address;
}

/** `new URL` knows the rules of internationalised domain names (UTS 46), also where this is bundled for a browser. */
function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain) || INVISIBLE.test(domain)) return undefined;
  const { hostname } = parsedUrl(`http://${domain}`) ?? {};
  if (hostname === undefined) return undefined;
  const labels = hostname.split('.');
  const isOne = labels.length > 1 && labels.every(isLabel) && TOP_LEVEL_DOMAIN.test(labels.at(-1) ?? '');
  if (!isOne) return undefined;
  // What is ASCII already stays as it was written.
  return hostname === domain.toLowerCase() ? domain : hostname;
}

const isLabel = (label: string): boolean =>
  label.length <= LABEL_LENGTH_MAX && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-');
