import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Functions that answer no operation of their own. */
export const OTHER_FUNCTIONS = [
  'fallback',
  'notifySubmission',
  'recordMailEvent',
  'indexSubmissions',
  'purgeEndpoint',
] as const;

/** Functions that run while the stack is deployed, and not after it. */
export const DEPLOYMENT_FUNCTIONS = ['deploySite'] as const;

/** The source file of every function. */
const entries: Record<string, string> = Object.fromEntries([
  ...OPERATIONS.map(({ id, group }) => [id, `lambdas/${group}/${id}.ts`]),
  ...[...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS].map((id) => [id, `lambdas/${id}.ts`]),
]);

const OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  // The oldest Node.js that runs the local cloud; AWS runs a newer one.
  target: 'node20',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  // Lambda gives credentials in the environment: the default chain of profiles, SSO and metadata is not needed.
  alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'infra/constructs/functions/environmentCredentials.ts') },
  legalComments: 'none',
  logLevel: 'warning',
};

/** Where this process has put its bundles already: a source that changes later is for the next process. */
const bundled = new Set<string>();

/**
 * Bundles every function in one go, each into `<outdir>/<function>/index.mjs`. A file appears whole or not at all,
 * so that another process may synthesize at the same time.
 * @returns the folder of a function
 */
export function bundleFunctions(outdir = join(ROOT, '.build/functions')): (functionId: string) => string {
  if (!bundled.has(outdir)) bundleInto(outdir);
  bundled.add(outdir);
  return (functionId) => join(outdir, functionId);
}

function bundleInto(outdir: string): void {
  const entryPoints = Object.fromEntries(
    Object.entries(entries).map(([id, file]) => [`${id}/index`, join(ROOT, file)]),
  );
  const { outputFiles } = buildSync({ ...OPTIONS, entryPoints, outdir, write: false });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

function replaceFile(file: string, contents: Uint8Array): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  // Beside the folder: what is in it becomes part of the function.
  const newFile = `${folder}.${process.pid}.new`;
  writeFileSync(newFile, contents);
  renameSync(newFile, file);
}
