import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../commands/command.ts';
import { isAlive } from '../local/outputs.ts';

/** Holds the id of the process that writes into a folder. */
export const LOCK_FILE = 'export.lock';

/**
 * Keeps every other process from exporting into the same folder, until it is called off or this process is gone.
 * @throws UsageError when another process is at it
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  const write = (flag: 'w' | 'wx') => writeFileSync(file, String(process.pid), { flag, mode: 0o600 });
  try {
    write('wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner !== process.pid && isAlive(owner)) {
      throw new UsageError(
        `Process ${owner} is exporting into ${folder}. If it is none of this program's, remove ${file}.`,
      );
    }
    write('w');
  }
  return () => rmSync(file, { force: true });
}
