import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../../tools/program.ts';

/** Personal data: readable by the operator only. */
const OWNER_ONLY = 0o600;

/**
 * Opens a file of an export, never through a symbolic link. Anyone with access to the folder could plant one to
 * overwrite a file elsewhere, or to have personal data written where others can read it.
 * @param flags `O_…` of `node:fs`; with `O_EXCL` the file must be new
 * @throws UsageError when the file or its folder is a symbolic link
 */
export async function openPlain(path: string, flags: number): Promise<FileHandle> {
  await existsPlain(dirname(path));
  // Windows has no O_NOFOLLOW.
  await existsPlain(path);
  try {
    return await open(path, flags | constants.O_NOFOLLOW, OWNER_ONLY);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? linkError(path) : error;
  }
}

/**
 * Whether a file or folder exists.
 * @throws UsageError when it is a symbolic link
 */
export async function existsPlain(path: string): Promise<boolean> {
  try {
    if ((await lstat(path)).isSymbolicLink()) throw linkError(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const linkError = (path: string): UsageError =>
  new UsageError(`${path} is a symbolic link, which an export never follows: remove it, or use another folder.`);
