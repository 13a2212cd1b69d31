import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/** With the entries of the audit log, and the query for them; members, sessions and roles. */
const BYTES_MAX = 93_500;
const FOLDER = 'shared/contract';

test(`the contract bundles for a browser, in less than ${BYTES_MAX} bytes`, async () => {
  const files = ['operations/index.ts', ...readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))];
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: FOLDER },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
  });
  expect(outputFiles[0]?.contents.length).toBeLessThan(BYTES_MAX);
});
