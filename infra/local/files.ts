import { chmodSync, lstatSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';

/** Readable by the current user only. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS_WRITE = 0o002;

/** Writes a file atomically: neither readers nor a crash ever see half of it. */
export function writeWhole(file: string, text: string): void {
  writeFileAtomic.sync(file, text, { mode: PRIVATE_FILE });
}

/** Removes other users' permissions on a file or folder, if it exists. Skips world-writable folders such as `/tmp`. */
export function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) chmodSync(path, PRIVATE_FILE);
  if (stats?.isDirectory() && (stats.mode & OTHERS_WRITE) === 0) chmodSync(path, PRIVATE_FOLDER);
}
