import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSettings } from '../readSettings.ts';
import type { Settings } from '../settings.ts';
import { buildFolderOnce, sourcesHash } from '../tools/buildFolder.ts';
import type { synthesizeStack } from './synthesizeStack.ts';
import { Template } from './template.ts';

/** Cached apps, one per combination of settings. */
const KEPT_MAX = 20;

/** Placeholder in a cached template for the pages' URL, which differs between starts. */
const SITE_URL_PLACEHOLDER = 'http://site-url.invalid';

/**
 * Puts the app's template and assets with these settings into `outdir`. Cached by sources and settings: only the first
 * start after a change takes the seconds of a synthesis, most of them for loading the CDK.
 * @param onSynthesis called before one
 * @throws Error that lists every wrong or unknown setting
 */
export async function synthesize(
  outdir: string,
  settings: Record<string, unknown>,
  onSynthesis?: () => void,
): Promise<Template> {
  const { siteUrl = SITE_URL_PLACEHOLDER, ...others } = settings;
  const kept = await synthesizedApp(others, (newFolder, valid) => {
    onSynthesis?.();
    return inOwnProcess(newFolder, valid);
  });
  // So that it outlives the cached app.
  const folder = join(outdir, 'cdk.out');
  rmSync(folder, { recursive: true, force: true });
  linkFolder(kept, folder);
  const text = readFileSync(join(folder, 'Forms.template.json'), 'utf8');
  const { Resources } = JSON.parse(text.replaceAll(SITE_URL_PLACEHOLDER, String(siteUrl)));
  return new Template(folder, Resources);
}

/** Creates a folder with hard links to the files of another one, or copies where links are not possible. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** The folder of the cached app with these settings besides `siteUrl`. */
export async function synthesizedApp(
  given: Record<string, unknown>,
  synthesizeInto: typeof synthesizeStack | typeof inOwnProcess = inOwnProcess,
): Promise<string> {
  const settings = readSettings({ ...given, siteUrl: SITE_URL_PLACEHOLDER });
  const name = createHash('sha256')
    .update(JSON.stringify([sourcesHash(), process.version, settings]))
    .digest('hex');
  return buildFolderOnce({ kind: 'synthesized', name, keptMax: KEPT_MAX }, async (newFolder) => {
    await synthesizeInto(newFolder, settings);
  });
}

const PROGRAM = join(import.meta.dirname, 'synthesizeProgram.ts');

/**
 * Synthesizes in a separate process, which frees the CDK's 200 MB when it exits.
 * @throws Error with what the CDK rejects
 */
export async function inOwnProcess(outdir: string, settings: Settings): Promise<void> {
  const args = ['--import', import.meta.resolve('tsx'), PROGRAM, outdir, JSON.stringify(settings)];
  await promisify(execFile)(process.execPath, args).catch((cause: Error & { stderr?: string }) => {
    throw new Error(cause.stderr?.trim() || cause.message, { cause });
  });
}
