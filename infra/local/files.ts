import { chmodSync, lstatSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';

/** For nobody but the user who runs the service. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS_WRITE = 0o002;

/** Writes a file whole or not at all: whoever waits for it never reads half of it, and no crash leaves half of it. */
export function writeWhole(file: string, text: string): void {
  writeFileAtomic.sync(file, text, { mode: PRIVATE_FILE });
}

/**
 * Takes from all other users what they may do with a file or folder, if it is there. A folder that is everybody's, as
 * `/tmp` is, stays so.
 */
export function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) chmodSync(path, PRIVATE_FILE);
  if (stats?.isDirectory() && (stats.mode & OTHERS_WRITE) === 0) chmodSync(path, PRIVATE_FOLDER);
}
