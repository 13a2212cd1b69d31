import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import { accessOf } from '../../access/index.ts';
import { buildFolderOnceSync, sourcesHash } from '../../tools/buildFolder.ts';
import { slimSdkClients } from './sdkClients.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Functions without an operation. */
export const OTHER_FUNCTIONS = Object.keys(BACKGROUND_ACCESS) as (keyof typeof BACKGROUND_ACCESS)[];

/** Functions that run during a deployment; `probeForms` can also run on a schedule. */
export const DEPLOYMENT_FUNCTIONS = ['deploySite', 'probeForms'] as const;

/** The functions' source files by bundle name. */
const SERVING: [name: string, file: string][] = [
  ...OPERATIONS.map(({ id, group }): [string, string] => [`${id}/index`, `lambdas/${group}/${id}.ts`]),
  ...OTHER_FUNCTIONS.map((id): [string, string] => [`${id}/index`, `lambdas/${id}.ts`]),
];
const DEPLOYING = Object.fromEntries(DEPLOYMENT_FUNCTIONS.map((id) => [`${id}/index`, `lambdas/${id}.ts`]));

/** Functions that load some of their code on first use, from separate files. */
const SPLIT = new Set(
  OPERATIONS.filter((operation) => accessOf(operation).loadsPartsLater).map(({ id }) => `${id}/index`),
);

const standIn = (name: string): string => join(ROOT, 'infra/constructs/functions', `${name}.ts`);

/** Lambda provides credentials in the environment: the default chain of profiles, SSO and metadata is not needed. */
const CREDENTIALS = { '@aws-sdk/credential-provider-node': standIn('environmentCredentials') };

/** Unused by DynamoDB, SES and SQS, 20 kB of each bundle, and by the tools for assistants. */
const LEFT_OUT = {
  '@aws-sdk/middleware-endpoint-discovery': standIn('noEndpointDiscovery'),
  '@smithy/core/event-streams': standIn('noEventStreams'),
  '@modelcontextprotocol/server/_shims': standIn('noJsonSchemas'),
};

const OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  // The oldest Node.js that runs the local cloud; AWS runs a newer one.
  target: 'node20',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
};

/** esbuild takes 320 MB for this many functions, and 670 MB for all at once, which is no quicker. */
const BUNDLED_TOGETHER = 12;

/**
 * Bundles all functions, each into `<function>/index.mjs`. Bundles are cached by their sources, so that only
 * the first synthesis after a change bundles.
 * @returns the folder of a function
 */
export function bundleFunctions(): (functionId: string) => string {
  const folder = buildFolderOnceSync({ kind: 'functions', name: sourcesHash() }, bundleInto);
  return (functionId) => join(folder, functionId);
}

function bundleInto(outdir: string): void {
  const whole = SERVING.filter(([name]) => !SPLIT.has(name));
  for (let i = 0; i < whole.length; i += BUNDLED_TOGETHER)
    bundle(Object.fromEntries(whole.slice(i, i + BUNDLED_TOGETHER)), outdir);
  for (const [name, file] of SERVING.filter(([name]) => SPLIT.has(name)))
    bundle({ index: file }, join(outdir, dirname(name)), { isSplit: true });
  // It calls S3.
  bundle(DEPLOYING, outdir, { alias: CREDENTIALS });
}

interface BundleOptions {
  /** Modules to replace by others. */
  alias?: Record<string, string>;
  /** True if dynamic imports become separate files. */
  isSplit?: boolean;
}

/** Bundles sources like functions, under these names without `.mjs`. */
export function bundle(
  sources: Record<string, string>,
  outdir: string,
  { alias = { ...CREDENTIALS, ...LEFT_OUT }, isSplit = false }: BundleOptions = {},
): void {
  const entryPoints = Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, join(ROOT, file)]));
  buildSync({ ...OPTIONS, alias: { ...slimSdkClients(), ...alias }, entryPoints, outdir, splitting: isSplit });
}
