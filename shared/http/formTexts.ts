import type { DecodedTexts, EncodingHints } from './legacyTexts.ts';

/** A text of a form before it is decoded. */
export interface EncodedText {
  bytes: Uint8Array;
  /** Declared for this text alone. */
  charset?: string | undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the texts of a form: as UTF-8 if they are valid in it, otherwise in the encoding that the request names or that is the
 * likeliest for the sender's languages. A text with a charset of its own is decoded by itself. Never fails.
 */
export async function decodeTexts(encoded: readonly EncodedText[], hints: EncodingHints): Promise<DecodedTexts> {
  const shared = await decodeTogether(
    encoded.filter(({ charset }) => charset === undefined).map(({ bytes }) => bytes),
    hints,
  );
  let { charset } = shared;
  const texts: string[] = [];
  const rest = shared.texts.values();
  for (const { bytes, charset: own } of encoded) {
    if (own === undefined) texts.push(rest.next().value as string);
    else {
      const single = await decodeTogether([bytes], { ...hints, charsetField: undefined, contentCharset: own });
      charset ??= single.charset;
      texts.push(...single.texts);
    }
  }
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

/** Whether ASCII stands for other characters in the encoding that the browser names. */
export function isEscaped(charsetField: string | undefined, join: () => string): boolean {
  if (charsetField === undefined || UTF8_LABEL.test(charsetField)) return false;
  const text = join();
  return ESCAPE.test(text) && !NOT_ASCII.test(text);
}
