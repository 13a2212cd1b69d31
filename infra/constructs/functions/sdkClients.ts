import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildFolderOnceSync, sourceHash } from '../../tools/buildFolder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCHEMAS = 'dist-es/schemas/schemas_0.js';
/** Other builds of a client. */
const UNUSED = ['dist-cjs', 'dist-types'];

/**
 * Copies of the AWS clients from which esbuild can drop unused schemas and errors. In the originals it cannot: schemas
 * have computed keys (aws/aws-sdk-js-v3#7607, evanw/esbuild#4373), and every error is registered. An error that is not
 * registered has the same name, message and status, but the base class of its service: functions compare names.
 * @returns the copies by package name, as esbuild's `alias`
 */
export function slimSdkClients(): Record<string, string> {
  const name = sourceHash(ROOT, ['package-lock.json', 'infra/constructs/functions/sdkClients.ts']);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const clients = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@aws-sdk/client-'));
  const folder = buildFolderOnceSync({ kind: 'sdk', name }, (newFolder) => {
    for (const client of clients) copyClient(join(ROOT, 'node_modules', client), join(newFolder, client));
  });
  return Object.fromEntries(clients.map((client) => [client, join(folder, client)]));
}

function copyClient(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !UNUSED.includes(basename(path)) });
  const schemas = join(to, SCHEMAS);
  writeFileSync(schemas, slimSchemas(readFileSync(schemas, 'utf8')));
  // The whole file is bundled for its version.
  const { version, main, module, sideEffects } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  writeFileSync(join(to, 'package.json'), JSON.stringify({ version, main, module, sideEffects }));
}

/**
 * Inlines constants as keys, and registers no errors but the base class.
 * @throws if the code looks different than expected, as it might in another version of the SDK
 */
export function slimSchemas(code: string): string {
  const constants = new Map(
    [...code.matchAll(/^const (_\w+) = ("[^"\n]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  const slim = code
    .replace(/\[(_\w+)\]:/g, (key, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key))
    .replace(/^n0_registry\.registerError\(.*\);\n/gm, '');
  const rest = /^.*(?:\{ |, )\[\w+\]:.*$|^(?!_s_registry\.)\w*\.registerError.*$/m.exec(slim);
  if (rest || !slim.includes('_s_registry.registerError('))
    throw new Error(`Unknown code in the schemas of an AWS client: ${rest?.[0] ?? 'no base class'}`);
  return slim;
}
