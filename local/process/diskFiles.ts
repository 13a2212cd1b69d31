import { appendFileSync, chmodSync, lstatSync, mkdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PRIVATE_FILE } from '../../infra/tools/writeWhole.ts';

const PRIVATE_FOLDER = 0o700;
const OTHERS_WRITE = 0o002;

/** Removes other users' permissions on a file or folder, if it exists. Skips world-writable folders such as `/tmp`. */
export function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) chmodSync(path, PRIVATE_FILE);
  if (stats?.isDirectory() && (stats.mode & OTHERS_WRITE) === 0) chmodSync(path, PRIVATE_FOLDER);
}

/** Appends all of a text to a file, or nothing if the disk does not take all of it. */
export function appendWhole(file: string, text: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  try {
    appendFileSync(file, text, { mode: PRIVATE_FILE });
  } catch (error) {
    if (stats?.isFile() ?? true) truncateSync(file, stats?.size ?? 0);
    throw error;
  }
}

/** Moves an unreadable file to a folder next to its own, so that it prevents nothing else. */
export function setAside(file: string, what: string): void {
  const aside = join(`${dirname(file)}.unreadable`, basename(file));
  mkdirSync(dirname(aside), { recursive: true, mode: PRIVATE_FOLDER });
  renameSync(file, aside);
  console.error(`${what} cannot be read and was moved to ${aside}.`);
}

/** Errors of a disk that is full or broken. */
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);

export const isOfDisk = (error: unknown): error is NodeJS.ErrnoException =>
  DISK_ERRORS.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
