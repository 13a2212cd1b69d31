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
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is built from the sources and can be built again. */
export const BUILD_FOLDER = fileURLToPath(new URL('../.build', import.meta.url));

const ROOT = join(import.meta.dirname, '..');
/** Builds of one kind that are kept: those of a branch beside this one, too. */
const KEPT_MAX = 3;
/** How the name of a build begins that is not done. */
const BEGUN = 'new-';
/** For how long such a build is kept: its process has died since, because a build takes seconds. */
const BEGUN_KEPT_MS = 3_600_000;
/** Everything that the template and the functions' bundles are made of. */
const SOURCES = ['infra', 'lambdas', 'shared', 'site', 'cdk.json', 'package-lock.json'];

/** The hash of the sources, once this process knows it: a source that changes later is for the next. */
let ownHash: string | undefined;

/** A hash of everything that the template and the functions' bundles are made of, and of these files besides. */
export function sourcesHash(...more: string[]): string {
  ownHash ??= sourceHash(ROOT, SOURCES);
  return more.length === 0
    ? ownHash
    : createHash('sha256').update(ownHash).update(sourceHash(ROOT, more)).digest('hex');
}

/** A hash of the names and contents of these files, and of all in these folders. */
export function sourceHash(root: string, sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const isFolder = statSync(path).isDirectory();
    const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const name of names) {
      const file = join(path, name);
      if (statSync(file).isFile()) hash.update(`${source}/${name}\0`).update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** What is built, under a name that says what it is made of. */
interface Build {
  /** The folder that all builds of its kind are in. */
  kind: string;
  name: string;
  /** Builds of its kind that are kept, the ones used last. */
  keptMax?: number;
}

/** Has a folder built unless it is there. */
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

/** Has a folder built unless it is there, by a function that is done when it returns. */
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
 * Notes that a build is used, and forgets all of its kind but so many, the ones used last. A build that another process
 * has begun is left alone.
 * @throws if the folder is no build
 */
export function keepNewest(folder: string, keptMax = KEPT_MAX): void {
  const parent = dirname(folder);
  if (dirname(parent) !== BUILD_FOLDER) throw new Error(`${folder} is no build.`);
  const now = new Date();
  utimesSync(folder, now, now);
  const builds = readdirSync(parent)
    .map((name) => join(parent, name))
    // Another process may forget one at the same time.
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
