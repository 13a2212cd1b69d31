import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is built from the sources and can be built again. */
export const BUILD_FOLDER = fileURLToPath(new URL('../.build', import.meta.url));

/**
 * Writes files into a folder that is named by their content.
 * @param files by their names, without folders
 */
export function writeBuildFolder(kind: string, files: Record<string, string>): string {
  const parent = join(BUILD_FOLDER, kind);
  const name = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const folder = join(parent, name);
  if (existsSync(folder)) return folder;
  const newFolder = newFolderIn(parent);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(newFolder, file), content);
  publish(newFolder, folder);
  return folder;
}

/** Has a folder built unless it is there. */
export async function buildFolderOnce(
  parent: string,
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(parent, name);
  if (existsSync(folder)) return folder;
  const newFolder = newFolderIn(parent);
  try {
    await build(newFolder);
  } catch (error) {
    rmSync(newFolder, { recursive: true });
    throw error;
  }
  publish(newFolder, folder);
  return folder;
}

function newFolderIn(parent: string): string {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'new-'));
}

/** A folder appears whole, because another process may build the same one at the same time. */
function publish(newFolder: string, folder: string): void {
  try {
    renameSync(newFolder, folder);
  } catch (error) {
    // Another process was first: what it built has the same content.
    rmSync(newFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
