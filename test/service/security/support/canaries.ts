import { crc32 } from 'node:zlib';
import { toBase62 } from '../../../../shared/storage/base62.ts';

/** Letters that stand together nowhere else. Short, so that a cut-off quotation still holds them. */
export const MARK = 'qzxjvk';

let count = 0;

/** A text that is recognized wherever it turns up, also in part: letters and digits only. */
export const canary = (): string => `${MARK}${++count}${MARK}`;

/** Canaries in the forms that fields ask for. */
export const canaryEmail = (): string => `${canary()}@${MARK}.example`;
export const canaryUrl = (): string => `https://${MARK}.example/${canary()}?${canary()}=${canary()}#${canary()}`;
export const canaryId = (prefix: string): string => `${prefix}_${canary()}`;

/** A secret of the right form with a right checksum, which no key has. */
export function canarySecret(): string {
  const random = canary().padEnd(30, MARK).slice(0, 30);
  return `fbk_${random}${toBase62(BigInt(crc32(random)), 6)}`;
}

/** As base64 has it, wherever in a text it begins: the characters that no neighbour has a part in. */
const asBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.from('-'.repeat(before) + text);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });

/** The lines of a log that hold any of these texts, or the mark of canaries, plain or encoded. */
export function linesWith(log: string, texts: string[] = []): string[] {
  const plain = [MARK, ...texts].flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString('hex')]);
  const sought = plain.map((text) => text.toLowerCase());
  const encoded = [MARK, ...texts].flatMap(asBase64);
  return log
    .split('\n')
    .filter(
      (line) => sought.some((text) => line.toLowerCase().includes(text)) || encoded.some((text) => line.includes(text)),
    );
}
