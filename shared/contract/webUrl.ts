import { URL_LENGTH_MAX } from './limits.ts';

/**
 * Maximum length of a `Location` header in characters. Every ASCII URL fits: percent-encoding at most triples it, and a
 * URL without a path gets a slash. API Gateway's limit is 10,240 bytes for all headers ("Amazon API Gateway quotas").
 */
const LOCATION_LENGTH_MAX = 3 * URL_LENGTH_MAX + 1;

/** Control characters and spaces, which `new URL` would strip or encode silently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u0020\u007f]/;

/** The host of `https://example.com@evil.example/` is evil.example. Slashes around the host may be backslashes. */
const USER_INFO = /^https?:[/\\]*[^/\\?#]*@/i;

/** True if a text is an absolute http or https URL without user info that fits into a `Location` header. */
export function isWebUrl(text: string): boolean {
  if (text.length > URL_LENGTH_MAX || !text.isWellFormed()) return false;
  if (!/^https?:\/\//i.test(text) || UNPRINTABLE.test(text) || USER_INFO.test(text)) return false;
  return locationHeader(text) !== undefined;
}

/**
 * Parses a URL; undefined if invalid. Avoids `URL.canParse`: once optimized by Node.js 20, it rejects letters such as ü
 * that JavaScript stores in one byte.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * A URL for a `Location` header: in ASCII, up to nine times as long as written. Undefined if invalid or longer than
 * `LOCATION_LENGTH_MAX`.
 */
export function locationHeader(url: string): string | undefined {
  const href = parsedUrl(url)?.href;
  return href === undefined || href.length > LOCATION_LENGTH_MAX ? undefined : href;
}
