import { constants } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { ExportedItem } from './contents.ts';
import { GrowingFile } from './growingFile.ts';
import { openPlain } from './plainFiles.ts';

/** Records as JSON lines. Escapes U+2028 and U+2029, which some readers treat as line ends. */
export const linesOf = (records: ExportedItem[]): string =>
  records.map((record) => `${JSON.stringify(record).replace(/[\u2028\u2029]/g, escapeUnit)}\n`).join('');

const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

export async function* readJsonLines(path: string): AsyncGenerator<ExportedItem> {
  const file = await openPlain(path, constants.O_RDONLY);
  for await (const line of file.readLines()) yield JSON.parse(line);
}

/** Writes a file atomically; on disk when it returns. */
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
