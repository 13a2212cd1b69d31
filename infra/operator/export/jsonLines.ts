import { open, rename, rm, writeFile } from 'node:fs/promises';
import type { ExportedItem } from './contents.ts';

/** Ends the names of files in progress. */
export const UNFINISHED = '.new';
/** Personal data: readable by the operator only. */
const OWNER_ONLY = 0o600;

/** Records as JSON lines. Escapes U+2028 and U+2029, which some readers treat as line ends. */
export const linesOf = (records: ExportedItem[]): string =>
  records.map((record) => `${JSON.stringify(record).replace(/[\u2028\u2029]/g, escapeUnit)}\n`).join('');

const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

export async function* readJsonLines(path: string): AsyncGenerator<ExportedItem> {
  const file = await open(path);
  for await (const line of file.readLines()) yield JSON.parse(line);
}

/** Writes a file atomically, part by part; on disk when it returns. Replaces a link, instead of following it. */
export async function writeWhole(
  path: string,
  parts: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    await writeFile(file, parts);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
