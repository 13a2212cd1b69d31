import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../../tools/program.ts';
import type { ExportedItem } from './contents.ts';

/** Ends the names of files in progress. */
export const UNFINISHED = '.new';
/** Personal data: readable by the operator only. */
const OWNER_ONLY = 0o600;

/** Records as JSON lines. Escapes U+2028 and U+2029, which some readers treat as line ends. */
export const linesOf = (records: ExportedItem[]): string =>
  records.map((record) => `${JSON.stringify(record).replace(/[\u2028\u2029]/g, escapeUnit)}\n`).join('');

const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

export const linkError = (path: string): UsageError =>
  new UsageError(
    `${path} is a symbolic link, or in one, which an export never follows: remove it, or use another folder.`,
  );

/**
 * Anyone with access to an export's folder could have planted a link to have personal data written where others can
 * read it.
 * @throws UsageError when an absolute path has a symbolic link
 */
export async function refuseLinks(path: string): Promise<void> {
  if ((await realpath(path)) !== path) throw linkError(path);
}

/** @throws UsageError for a symbolic link */
export async function openToRead(path: string): Promise<FileHandle> {
  await refuseLinks(path);
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
}

export async function* readJsonLines(path: string): AsyncGenerator<ExportedItem> {
  const file = await openToRead(path);
  for await (const line of file.readLines()) yield JSON.parse(line);
}

/**
 * Writes a file atomically, part by part; on disk when it returns. Replaces a link, instead of following it.
 * @throws UsageError when the path to its folder has a symbolic link
 */
export async function writeWhole(
  path: string,
  parts: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  await refuseLinks(dirname(path));
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
