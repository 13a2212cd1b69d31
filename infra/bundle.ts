import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { OPERATIONS } from '../shared/operations/index.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Functions that answer no operation of their own. */
export const OTHER_FUNCTIONS = ['fallback', 'notifySubmission', 'indexSubmissions', 'purgeEndpoint'] as const;

/** The source file of every function. */
const entries: Record<string, string> = Object.fromEntries([
  ...OPERATIONS.map(({ id, group }) => [id, `lambdas/${group}/${id}.ts`]),
  ...OTHER_FUNCTIONS.map((id) => [id, `lambdas/${id}.ts`]),
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
  alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'infra/environmentCredentials.ts') },
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Bundles every function in one go, each into `<outdir>/<function>/index.mjs`.
 * @returns the folder of a function
 */
export function bundleFunctions(outdir = join(ROOT, '.build/functions')): (functionId: string) => string {
  rmSync(outdir, { recursive: true, force: true });
  const entryPoints = Object.fromEntries(
    Object.entries(entries).map(([id, file]) => [`${id}/index`, join(ROOT, file)]),
  );
  buildSync({ ...OPTIONS, entryPoints, outdir });
  return (functionId) => join(outdir, functionId);
}
