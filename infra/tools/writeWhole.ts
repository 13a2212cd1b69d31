import fs, { existsSync, realpathSync, renameSync, rmSync } from 'node:fs';

/** Readable by the current user only. */
export const PRIVATE_FILE = 0o600;

/**
 * Replaces a file, or the one that a link leads to, atomically: readers, a crash and a full disk leave either the old
 * content or all of the new.
 */
export function writeWhole(file: string, text: string, mode = PRIVATE_FILE): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const unfinished = `${target}.${process.pid}.new`;
  try {
    // Continues after short writes, which a nearly full disk makes.
    fs.writeFileSync(unfinished, text, { mode, flush: true });
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
