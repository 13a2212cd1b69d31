import { mkdirSync } from 'node:fs';
import { UsageError } from './program.ts';

/**
 * Creates a private folder unless it exists.
 * @param option that named it, such as `--to`
 * @throws UsageError
 */
export function makeFolder(folder: string, option: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = (error as Error).message;
    throw new UsageError(`${folder} cannot be used as a folder (${reason}). Choose another with ${option}.`);
  }
}
