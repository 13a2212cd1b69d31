import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolderOnce, sourcesHash } from '../buildFolder.ts';
import { Template } from './template.ts';

/** Synthesized apps that are kept: one for each choice of settings. */
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
  const name = createHash('sha256')
    .update(JSON.stringify([sourcesHash(), process.version, Object.entries(others).sort()]))
    .digest('hex');
  const kept = await buildFolderOnce({ kind: 'synthesized', name, keptMax: KEPT_MAX }, async (newFolder) => {
    const { synthesizeStack } = await import('./synthesizeStack.ts');
    synthesizeStack(newFolder, { ...others, siteUrl: SITE_URL_PLACEHOLDER });
  });
  // A copy, which stays when what was kept is forgotten.
  const folder = join(outdir, 'cdk.out');
  rmSync(folder, { recursive: true, force: true });
  cpSync(kept, folder, { recursive: true });
  const text = readFileSync(join(folder, 'Forms.template.json'), 'utf8');
  const { Resources } = JSON.parse(text.replaceAll(SITE_URL_PLACEHOLDER, String(siteUrl)));
  return new Template(folder, Resources);
}
