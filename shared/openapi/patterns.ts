/**
 * Regular expressions for fields, used in the document only: functions check more exactly (`shared/contract`). Every
 * match is accepted; so are a few unusual values that do not match, such as IPv6 hosts. They avoid lookaheads and
 * Unicode classes, which some languages' engines lack.
 */

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** Starts with a letter: a host that ends in a number is parsed as an IPv4 address. */
const LAST_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const HOST_NAME = `(?:${LABEL}\\.)*${LAST_LABEL}`;

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;

const HIGH_PORT =
  '(?:102[4-9]|10[3-9]\\d|1[1-9]\\d\\d|[2-9]\\d{3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])';
const LOW_PORT = '(?:[1-9]\\d{0,2}|10[01]\\d|102[0-3])';

/** Path, query and fragment, without spaces. */
const REST = '(?:[/?#][!-~]*)?';

const http = '[Hh][Tt][Tt][Pp]';

export const ORIGIN_PATTERN = `^${http}[Ss]?://(?:${HOST_NAME}|${IPV4})(?::(?:${LOW_PORT}|${HIGH_PORT}))?/?$`;
export const WEB_ADDRESS_PATTERN = `^${http}[Ss]?://(?:${HOST_NAME}|${IPV4})(?::(?:${LOW_PORT}|${HIGH_PORT}))?${REST}$`;
export const WEBHOOK_URL_PATTERN = `^${http}[Ss]://(?:${LABEL}\\.)+${LAST_LABEL}(?::(?:443|${HIGH_PORT}))?${REST}$`;

const inAnyCase = (name: string): string =>
  name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`).replaceAll('.', '\\.');

/** Punycode: no pattern can tell whether a label decodes. */
const ENCODED_LABEL = '[Xx][Nn]--';
export const ENCODED_HOST = `^[^/]*//(?:[^/?#]*\\.)?${ENCODED_LABEL}`;

/** Hosts in domains that are not public, and punycode. */
export const forbiddenReceiverPattern = (domains: readonly string[]): string =>
  `${ENCODED_HOST}|^[^/]*//[^/?#:]*\\.(?:${domains.map(inAnyCase).join('|')})(?:[:/?#]|$)`;

export const notHeaderPattern = ({ names, prefixes }: Record<'names' | 'prefixes', readonly string[]>): string =>
  `^(?:(?:${names.map(inAnyCase).join('|')})$|${prefixes.map(inAnyCase).join('|')})`;

const ATOM = "[A-Za-z0-9!#$&'*+/=?^_`{|}~-]+";
export const EMAIL_PATTERN = `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}$`;
/** Local parts beyond RFC 5321's limit, and punycode. */
export const NOT_EMAIL = `^[^@]{65}|[@.]${ENCODED_LABEL}`;

/**
 * Letters of common scripts: Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Bengali, Tamil, Thai, kana, Han,
 * Hangul.
 */
const LETTERS =
  'A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a1\u03a3-\u03c9\u0400-\u0481\u05d0-\u05ea\u0621-\u063a\u0641-\u064a' +
  '\u0905-\u0939\u0985-\u098c\u0b95\u0ba8-\u0baa\u0bae-\u0bb9\u0e01-\u0e2e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3';
/** Characters that are an at sign, or are normalized to one. */
const AT = '@\uff20\ufe6b';

/** A text with a letter, an address, or `@domain`. */
export const BLOCKED_TERM_PATTERN = `^(?:[^${AT}]*[${LETTERS}][^${AT}]*|[A-Za-z0-9._+~-]*@(?:[A-Za-z0-9-]+\\.)*[A-Za-z0-9-]*[A-Za-z0-9])$`;

const NAME = '(?:"[^"]+"|[^\\s":][^\\s:]*)';
const VALUE = '(?:"[^"]+"|[^\\s"][^\\s]*)';
const TERM = `${NAME}(?::${VALUE})?`;

/** Allows up to the maximum number of words, phrases and fields of a search. */
export const searchPattern = (termsMax: number): string => `^\\s*${TERM}(?:\\s+${TERM}){0,${termsMax - 1}}\\s*$`;
