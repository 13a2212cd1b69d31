import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { acceptedLanguages } from '../contract/formLanguages.ts';
import { SUBMISSION_BYTES_MAX } from '../contract/limits.ts';

export interface EncodingHints {
  /** The value of the field `_charset_`, which browsers fill in (HTML, "Constructing the entry list"). */
  charsetField?: string | undefined;
  contentCharset?: string | undefined;
  acceptLanguage?: string | undefined;
}

export interface DecodedTexts {
  texts: string[];
  /** The encoding that was used, if it was a guess or did not fit all bytes. */
  charset?: string | undefined;
}

// Node.js decodes Big5, EUC-JP, EUC-KR and Shift_JIS otherwise than browsers, Node.js 20 also windows-1252.

/** Default encodings by language (HTML, "Determining the character encoding"); windows-1252 for all others. */
const LANGUAGES_OF: Readonly<Record<string, string>> = {
  big5: 'zh-hant zh-hk zh-mo zh-tw',
  'euc-kr': 'ko',
  gbk: 'zh',
  'iso-8859-2': 'hu pl sl',
  'iso-8859-7': 'el',
  shift_jis: 'ja',
  'windows-874': 'th',
  'windows-1250': 'cs hr sk',
  'windows-1251': 'ba be bg kk ky mk ru sah sr tg tt uk',
  'windows-1254': 'az ku tr',
  'windows-1255': 'he',
  'windows-1256': 'ar fa',
  'windows-1257': 'et lt lv',
  'windows-1258': 'vi',
};
/** Decodes any bytes. */
const LAST_RESORT = 'windows-1252';
const DEFAULTS = new Map(
  Object.entries(LANGUAGES_OF).flatMap(([encoding, tags]) => tags.split(' ').map((tag) => [tag, encoding] as const)),
);

/** Decodes texts that are not UTF-8, all in one encoding of the WHATWG Encoding standard. */
export function decodeLegacyTexts(texts: readonly Uint8Array[], hints: EncodingHints): DecodedTexts {
  const named = [hints.charsetField, hints.contentCharset].map(legacyEncoding).find((name) => name !== undefined);
  const isGuess = named === undefined;
  const guesses = isGuess ? acceptedLanguages(hints.acceptLanguage).map(defaultEncoding) : [];
  const encoding = named ?? [...new Set(guesses)].find((guess) => areValid(texts, guess)) ?? LAST_RESORT;
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const restore = restorerFor(encoding);
  const decoded = texts.map((bytes) => restore(decoder.decode(bytes)));
  return { texts: decoded, ...((isGuess || !areValid(texts, encoding)) && { charset: encoding }) };
}

/** The encoding with this label, if a form can be in it and it is not UTF-8. */
function legacyEncoding(label: string | undefined): string | undefined {
  const name = label === undefined ? null : normalizeEncoding(label);
  return name === null || name === 'replacement' || name.startsWith('utf-') ? undefined : name;
}

/** By the whole tag, its language and script or region, or its language. */
function defaultEncoding(tag: string): string {
  const [language = '', second] = tag.split('-');
  return DEFAULTS.get(`${language}-${second}`) ?? DEFAULTS.get(language) ?? LAST_RESORT;
}

function areValid(texts: readonly Uint8Array[], encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (const bytes of texts) decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A submission with more would exceed its limit: each becomes at least two bytes. */
const REFERENCES_MAX = SUBMISSION_BYTES_MAX / 2;

/** Reverses what browsers do with characters that the encoding lacks: they write `&#9731;` (Encoding, "html" error mode). */
function restorerFor(encoding: string): (text: string) => string {
  let left = REFERENCES_MAX;
  return (text) =>
    text.replace(/&#(\d{2,7});/g, (reference, digits) => {
      const code = Number(digits);
      if (left === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return reference;
      left--;
      const character = String.fromCodePoint(code);
      return percentEncodeAfterEncoding(encoding, character, '') === `%26%23${code}%3B` ? character : reference;
    });
}
