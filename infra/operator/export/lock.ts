import { constants, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../local/outputs.ts';
import { UsageError } from '../../program.ts';
import { openPlain } from './plainFiles.ts';

/** Holds the id of the process that writes into a folder. */
export const LOCK_FILE = 'export.lock';

/**
 * Keeps every other process from exporting into the same folder, until it is called off or this process is gone.
 * @throws UsageError when another process is at it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, LOCK_FILE);
  try {
    await write(path, constants.O_EXCL | constants.O_CREAT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = await readOwner(path);
    if (owner !== process.pid && isAlive(owner)) {
      throw new UsageError(
        `Process ${owner} is exporting into ${folder}. If it is none of this program's, remove ${path}.`,
      );
    }
    await write(path, constants.O_TRUNC);
  }
  return () => rmSync(path, { force: true });
}

async function write(path: string, flags: number): Promise<void> {
  const file = await openPlain(path, constants.O_WRONLY | flags);
  await file.writeFile(String(process.pid)).finally(() => file.close());
}

async function readOwner(path: string): Promise<number> {
  const file = await openPlain(path, constants.O_RDONLY);
  return Number(await file.readFile('utf8').finally(() => file.close()));
}
