import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../.build', import.meta.url));

/**
 * Writes files into a folder that is named by their content and appears whole: another process may synthesize at the
 * same time.
 * @param files by their names, without folders
 */
export function writeBuildFolder(kind: string, files: Record<string, string>): string {
  const parent = join(BUILD, kind);
  const folder = join(parent, createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const newFolder = mkdtempSync(join(parent, 'new-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(newFolder, name), content);
  try {
    renameSync(newFolder, folder);
  } catch (error) {
    // Another process was first: what it wrote has the same content.
    rmSync(newFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
