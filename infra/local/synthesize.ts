import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_FOLDER, buildFolderOnce } from '../buildFolder.ts';
import { Template } from './template.ts';

/** Everything that the template and the functions' bundles are made of. */
const SOURCES = ['infra', 'lambdas', 'shared', 'site', 'cdk.json', 'package-lock.json'];
const ROOT = join(import.meta.dirname, '../..');
/** Synthesized apps that are kept, the ones used last. */
const KEPT_MAX = 20;

/** Stands in a kept template for the address of the pages, which differs from start to start. */
const SITE_URL_PLACEHOLDER = 'http://site-url.invalid';

/**
 * The app's template and assets with these settings, in `cdk.out` of a folder. They are kept by what they are made of,
 * so that only the first start after a change synthesizes: that takes some seconds, most of them to load the CDK.
 * @throws Error that names every setting that is wrong, or that there is not
 */
export async function synthesize(outdir: string, settings: Record<string, unknown>): Promise<Template> {
  const { siteUrl = SITE_URL_PLACEHOLDER, ...others } = settings;
  const parent = join(BUILD_FOLDER, 'synthesized');
  const name = createHash('sha256')
    .update(JSON.stringify([sourceHash(ROOT, SOURCES), process.version, Object.entries(others).sort()]))
    .digest('hex')
    .slice(0, 16);
  const kept = await buildFolderOnce(parent, name, async (newFolder) => {
    const { synthesizeStack } = await import('./synthesizeStack.ts');
    synthesizeStack(newFolder, { ...others, siteUrl: SITE_URL_PLACEHOLDER });
  });
  const now = new Date();
  utimesSync(kept, now, now);
  // A copy, which stays when what was kept is forgotten.
  const folder = join(outdir, 'cdk.out');
  rmSync(folder, { recursive: true, force: true });
  cpSync(kept, folder, { recursive: true });
  forgetOldest(parent);
  const text = readFileSync(join(folder, 'Forms.template.json'), 'utf8');
  const { Resources } = JSON.parse(text.replaceAll(SITE_URL_PLACEHOLDER, String(siteUrl)));
  return new Template(folder, Resources);
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

function forgetOldest(parent: string): void {
  const folders = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(folder))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }));
  const oldest = folders.sort((a, b) => b.usedAt - a.usedAt).slice(KEPT_MAX);
  for (const { folder } of oldest) rmSync(folder, { recursive: true, force: true });
}
