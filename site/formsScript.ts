import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { SitePage } from './sitePage.ts';

let built: string | undefined;

/**
 * The script that sends forms and their files from other websites: a classic script, which loads without CORS, at a
 * stable URL.
 */
export const formsScript = (): SitePage => {
  built ??= build();
  return { path: '/forms.js', contentType: 'text/javascript; charset=utf-8', body: built };
};

function build(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./forms/main.js', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
