import { isUtf8 } from 'node:buffer';
import { ApiError } from '../contract/errors.ts';
import type { DecodedTexts, EncodingHints } from './legacyTexts.ts';

/** A text of a form before it is decoded. */
export interface EncodedText {
  bytes: Uint8Array;
  /** Declared for this text alone. */
  charset?: string | undefined;
}

/** Clients declare one or two. Decoding costs time for each, however few texts it has. */
const CHARSETS_MAX = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the texts of a form: as UTF-8 if they are valid in it, otherwise in the encoding that the request names or that is the
 * likeliest for the sender's languages. Texts with the same charset of their own are decoded together.
 * @throws ApiError PAYLOAD_TOO_LARGE for more charsets than a form can have
 */
export async function decodeTexts(encoded: readonly EncodedText[], hints: EncodingHints): Promise<DecodedTexts> {
  const texts = Array<string>(encoded.length).fill('');
  const groups = new Map<string | undefined, number[]>();
  for (const [at, { bytes, charset }] of encoded.entries()) {
    if (charset !== undefined && isUtf8(bytes)) {
      texts[at] = utf8.decode(bytes);
      continue;
    }
    const group = groups.get(charset);
    if (group) group.push(at);
    else groups.set(charset, [at]);
  }
  if (groups.size > CHARSETS_MAX) throw new ApiError('PAYLOAD_TOO_LARGE', 'The body has too many character sets.');
  const charsets = new Map<string | undefined, string | undefined>();
  for (const [own, places] of groups) {
    const bytes = places.map((at) => (encoded[at] as EncodedText).bytes);
    const ownHints = { ...hints, charsetField: undefined, contentCharset: own };
    const decoded = await decodeTogether(bytes, own === undefined ? hints : ownHints);
    charsets.set(own, decoded.charset);
    for (const [i, at] of places.entries()) texts[at] = decoded.texts[i] as string;
  }
  // The language of texts without a `lang` of their own comes first.
  const charset = charsets.get(undefined) ?? [...charsets.values()].find((guess) => guess !== undefined);
  return { texts, charset };
}

async function decodeTogether(texts: readonly Uint8Array[], hints: EncodingHints): Promise<DecodedTexts> {
  if (!isEscaped(hints.charsetField, () => Buffer.concat(texts).toString('latin1'))) {
    try {
      return { texts: texts.map((bytes) => utf8.decode(bytes)) };
    } catch {
      // Another encoding.
    }
  }
  const { decodeLegacyTexts } = await import('./legacyTexts.ts');
  return decodeLegacyTexts(texts, hints);
}

const UTF8_LABEL = /^\s*utf-?8\s*$/i;
/** ISO-2022-JP switches between ASCII and kanji by ESC; browsers write what an encoding lacks as `&#9731;`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC is what is looked for
const ESCAPE = /\x1b|&#\d/;
const NOT_ASCII = /[^\0-\x7f]/;

/** True if ASCII stands for other characters in the encoding that the browser names. */
export function isEscaped(charsetField: string | undefined, join: () => string): boolean {
  if (charsetField === undefined || UTF8_LABEL.test(charsetField)) return false;
  const text = join();
  return ESCAPE.test(text) && !NOT_ASCII.test(text);
}
