import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Bundles programs for commands.ts: `node bundlePrograms.js <folder> <program> …`.

/** Loaded from `node_modules`: they need their own files, or are large and rarely used. */
const EXTERNAL = [
  '@swc/core',
  'altcha',
  'aws-cdk-lib',
  'cdk-nag',
  'constructs',
  'esbuild',
  'highlight.js',
  'marked',
  'node-sqlite3-wasm',
  'playwright-core',
];

/** Modules find their files as if they were in the repository. */
const ownPlaces = {
  name: 'own places',
  setup(bundling) {
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

const [outdir, ...entryPoints] = process.argv.slice(2);
await build({
  entryPoints,
  // With the repository's paths: several files are called main.
  outbase: '.',
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  external: EXTERNAL,
  plugins: [ownPlaces],
  // CommonJS packages require Node.js's own modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
