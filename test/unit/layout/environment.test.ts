import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

/** The only files that may use the environment, and why. */
const READERS: Record<string, string> = {
  'shared/runtime/environment.ts': 'makes functions from their settings',
  'site/docs/calls.ts': 'shows it in code for the reader, and does not read it',
  'site/guide/examples/typed-client.ts': 'is code of the reader, which no function contains',
  'infra/app.ts': 'takes the region that the CDK found from CDK_DEFAULT_REGION',
  'infra/operator/setup/clients.ts': "passes it on to the CDK, with the SDK's account and region",
  'infra/tools/quietSdk.ts': "sets the SDK's switch for its warning on Node.js 20",
  'local/aws/engine.ts': 'takes the address of another DynamoDB from DYNAMODB_ENDPOINT',
};

/** Any access: `process.env`, `const { env } = process`, `import … from 'node:process'`. */
const TOUCHES = /\bprocess\s*(?:\?\.|\.|\[['"`])\s*env\b|\benv\b[^;\n]*\}\s*=\s*process\b|['"](?:node:)?process['"]/;

const sourceFiles = ['lambdas', 'shared', 'infra', 'local', 'site'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.[cm]?[jt]s$/.test(file)),
);

test('few files read the environment, only one of them in functions', () => {
  const touching = sourceFiles.filter((file) => TOUCHES.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(touching.sort()).toEqual(Object.keys(READERS).sort());
});

test.each(['process.env.NAME', "process['env']", 'const { env } = process;', "import { env } from 'node:process';"])(
  'the search finds %s',
  (source) => expect(source).toMatch(TOUCHES),
);
