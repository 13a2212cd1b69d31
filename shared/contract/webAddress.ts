import { URL_LENGTH_MAX } from './limits.ts';

/**
 * Maximum length of a `Location` header in characters. Every ASCII address fits: percent-encoding triples it at most, and a URL
 * without a path gets a slash. API Gateway's limit is 10,240 bytes for all headers ("Amazon API Gateway quotas").
 */
const LOCATION_LENGTH_MAX = 3 * URL_LENGTH_MAX + 1;

/** Control characters and spaces, which `new URL` would strip or encode in silence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u0020\u007f]/;

/** `https://example.com@evil.example/` leads to evil.example. Slashes before and after the host may be backslashes. */
const USER_INFO = /^https?:[/\\]*[^/\\?#]*@/i;

/** Whether a text is an absolute http or https address without user info that a `Location` header has room for. */
export function isWebAddress(text: string): boolean {
  if (text.length > URL_LENGTH_MAX || !text.isWellFormed()) return false;
  if (!/^https?:\/\//i.test(text) || UNPRINTABLE.test(text) || USER_INFO.test(text)) return false;
  return locationOf(text) !== undefined;
}

/**
 * The URL that a text is, or undefined. Not by `URL.canParse`: once Node.js 20 has optimized it, it refuses letters such as
 * ü that JavaScript keeps in one byte.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * An address as a `Location` header has it: in plain ASCII, up to nine times as long as it was written. Undefined for
 * none, and for one that is longer than `LOCATION_LENGTH_MAX`.
 */
export function locationOf(address: string): string | undefined {
  const href = parsedUrl(address)?.href;
  return href === undefined || href.length > LOCATION_LENGTH_MAX ? undefined : href;
}
