import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './program.ts';

/**
 * Creates a private folder unless it exists.
 * @param option that named it, such as `--to`
 * @throws UsageError
 */
export function makeFolder(folder: string, option: string): void {
  try {
    make(folder);
  } catch (error) {
    const reason = (error as Error).message;
    throw new UsageError(`${folder} cannot be used as a folder (${reason}). Choose another with ${option}.`);
  }
}

/** Avoids the option `recursive`: with it, Node.js never returns in folders that cannot hold others, as `/proc`. */
function make(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) make(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
