import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of build output; safe to delete. */
export const BUILD_FOLDER = fileURLToPath(new URL('../../.build', import.meta.url));

const ROOT = join(import.meta.dirname, '../..');
/** Builds kept of each kind, so that switching branches does not rebuild. */
const KEPT_MAX = 3;
/** Name prefix of an unfinished build. */
const BEGUN = 'new-';
/** Builds take seconds, so an older unfinished build belongs to a dead process. */
const BEGUN_KEPT_MS = 3_600_000;
/** Sources of the template and the functions' bundles. */
const SOURCES = ['infra', 'lambdas', 'local', 'shared', 'site', 'cdk.json', 'package-lock.json'];

/** Cached for the life of the process. */
let ownHash: string | undefined;

/** Hashes the sources of the template and the bundles, and the given files. */
export function sourcesHash(...more: string[]): string {
  ownHash ??= sourceHash(ROOT, SOURCES);
  return more.length === 0
    ? ownHash
    : createHash('sha256').update(ownHash).update(sourceHash(ROOT, more)).digest('hex');
}

export function sourceHash(root: string, sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const files = statSync(path).isDirectory() ? filesIn(path).sort() : [path];
    for (const file of files)
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex');
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );

/** A build, named by the hash of its sources. */
interface Build {
  kind: string;
  name: string;
  /** The number of builds of this kind to keep, most recently used first. */
  keptMax?: number;
}

export async function buildFolderOnce(
  { kind, name, keptMax }: Build,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(BUILD_FOLDER, kind, name);
  if (!existsSync(folder)) {
    const newFolder = newFolderIn(kind);
    try {
      await build(newFolder);
    } catch (error) {
      rmSync(newFolder, { recursive: true });
      throw error;
    }
    publish(newFolder, folder);
  }
  keepNewest(folder, keptMax);
  return folder;
}

export function buildFolderOnceSync({ kind, name, keptMax }: Build, build: (folder: string) => void): string {
  const folder = join(BUILD_FOLDER, kind, name);
  if (!existsSync(folder)) {
    const newFolder = newFolderIn(kind);
    try {
      build(newFolder);
    } catch (error) {
      rmSync(newFolder, { recursive: true });
      throw error;
    }
    publish(newFolder, folder);
  }
  keepNewest(folder, keptMax);
  return folder;
}

/**
 * Marks a build as used and deletes all but the `keptMax` most recently used of its kind. Leaves another process's
 * unfinished build alone.
 * @throws if the folder is not a build
 */
export function keepNewest(folder: string, keptMax = KEPT_MAX): void {
  const parent = dirname(folder);
  if (dirname(parent) !== BUILD_FOLDER) throw new Error(`${folder} is not a build.`);
  const now = new Date();
  utimesSync(folder, now, now);
  const builds = readdirSync(parent)
    .map((name) => join(parent, name))
    // Another process may delete the same build.
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ path, usedAt }) => !basename(path).startsWith(BEGUN) || usedAt < now.getTime() - BEGUN_KEPT_MS);
  const oldest = builds.sort((a, b) => b.usedAt - a.usedAt).slice(keptMax);
  for (const { path } of oldest) rmSync(path, { recursive: true, force: true });
}

function newFolderIn(kind: string): string {
  const parent = join(BUILD_FOLDER, kind);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, BEGUN));
}

/** Renames a finished build into place. Another process may build the same one at the same time. */
function publish(newFolder: string, folder: string): void {
  try {
    renameSync(newFolder, folder);
  } catch (error) {
    // The other process's build has the same content.
    rmSync(newFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
