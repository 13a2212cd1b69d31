import { EMAIL_LENGTH_MAX } from './limits.ts';
import { parsedUrl } from './webUrl.ts';

/** RFC 5321's limits in octets. */
const LOCAL_PART_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;

/**
 * RFC 5321's Dot-string without `%`: some servers still relay `a%b@c` to `a@b` (RFC 1123, 5.2.16). No quoted local
 * parts and ASCII only, since Amazon SES does not support SMTPUTF8.
 */
const LOCAL_PART = /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*$/i;
/** ASCII, and any characters that an internationalized domain name may contain. */
const DOMAIN = /^[a-zA-Z0-9.\u0080-\uffff-]+$/;
/** Invisible characters, which would be dropped silently. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060-\u206f\ufeff]/;
const LABEL = /^[a-z0-9-]+$/i;
/** A top-level domain consists of letters, or is punycode. */
const TOP_LEVEL_DOMAIN = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** True if mail can be sent to this address: an ASCII local part at a domain that may be internationalized. */
export const isEmailAddress = (text: string): boolean => asciiAddress(text) !== undefined;

/** The address in the form that Amazon SES accepts, with its domain in punycode; undefined if invalid. Linear time. */
export function asciiAddress(text: string): string | undefined {
  if (text.length > EMAIL_LENGTH_MAX) return undefined;
  const [localPart = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || localPart.length > LOCAL_PART_LENGTH_MAX || !LOCAL_PART.test(localPart)) return undefined;
  const ascii = asciiDomain(domain);
  const address = `${localPart}@${ascii}`;
  return ascii === undefined || address.length > EMAIL_LENGTH_MAX ? undefined : address;
}

/** Providers whose mailboxes have several domains, and the characters that they ignore in a local part. */
const ALIKE = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'pm.me', 'protonmail.com', 'protonmail.ch'], ignored: /[._-]/g },
];

/**
 * A name for the mailbox that an address leads to, the same for its other spellings: case, a `+` part, the notation of an
 * internationalized domain, and those of Gmail and Proton. Undefined for an invalid address.
 */
export function mailboxOf(text: string): string | undefined {
  const [localPart, domain = ''] = asciiAddress(text)?.toLowerCase().split('@') ?? [];
  if (localPart === undefined) return undefined;
  const plus = localPart.indexOf('+', 1);
  const name = plus < 0 ? localPart : localPart.slice(0, plus);
  const provider = ALIKE.find(({ domains }) => domains.includes(domain));
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`;
}

/** Replaces an internationalized domain by its punycode, and returns other texts unchanged. Linear time. */
export function withAsciiDomain(text: string): string {
  if (text.length > EMAIL_LENGTH_MAX || !/[^\0-\x7f]/.test(text)) return text;
  const start = text.indexOf('@') + 1;
  return text.slice(0, start) + (hostnameOf(text.slice(start)) ?? text.slice(start));
}

function asciiDomain(domain: string): string | undefined {
  const hostname = hostnameOf(domain);
  if (hostname === undefined) return undefined;
  const labels = hostname.split('.');
  const isOne = labels.length > 1 && labels.every(isLabel) && TOP_LEVEL_DOMAIN.test(labels.at(-1) ?? '');
  if (!isOne) return undefined;
  // Keeps the case of an ASCII domain.
  return hostname === domain.toLowerCase() ? domain : hostname;
}

/** `new URL` implements the rules of internationalized domain names (UTS 46), in browsers too. */
const hostnameOf = (domain: string): string | undefined =>
  DOMAIN.test(domain) && !INVISIBLE.test(domain) ? parsedUrl(`http://${domain}`)?.hostname : undefined;

const isLabel = (label: string): boolean =>
  label.length <= LABEL_LENGTH_MAX && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-');
