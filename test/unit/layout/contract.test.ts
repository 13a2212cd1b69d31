import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/** What a page may spend on knowing the contract. */
const BYTES_MAX = 65_000;

test(`the contract bundles for a browser, in less than ${BYTES_MAX} bytes`, async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: [
        "export * from './operations/index.ts';",
        ...['ids', 'limits', 'errors', 'headers', 'time', 'emailAddress', 'webAddress', 'webhookUrl', 'sitePages'].map(
          (name) => `export * from './${name}.ts';`,
        ),
      ].join('\n'),
      resolveDir: 'shared/contract',
    },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
  });
  expect(outputFiles[0]?.contents.length).toBeLessThan(BYTES_MAX);
});
