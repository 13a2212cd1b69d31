import { constants } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Exported } from './contents.ts';
import { GrowingFile } from './growingFile.ts';
import { openPlain } from './plainFiles.ts';

/** Records as JSON, one per line, without U+2028 and U+2029, which some readers take for line ends. */
export const linesOf = (records: Exported[]): string =>
  records.map((record) => `${JSON.stringify(record).replace(/[\u2028\u2029]/g, escapeUnit)}\n`).join('');

const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

/** The records of a file, one by one. */
export async function* readRecords(path: string): AsyncGenerator<Exported> {
  const file = await openPlain(path, constants.O_RDONLY);
  for await (const line of file.readLines()) yield JSON.parse(line);
}

/** Writes a file whole or not at all; it is on the disk when this returns. */
export async function writeWhole(path: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await rm(`${path}.new`, { force: true });
  const file = await GrowingFile.create(`${path}.new`);
  try {
    for await (const text of texts) await file.append(text);
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
