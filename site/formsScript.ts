import { readFileSync } from 'node:fs';
import { minifySync } from '@swc/core';
import type { SitePage } from './sitePage.ts';

const source = new URL('./assets/uploads.js', import.meta.url);

/** In a function of its own: a classic script shares its names with all others of a page. */
const asClassicScript = (script: string): string => `(() => {\n${script}\n})();`;

/**
 * The script that sends forms with their files from pages of other websites: a classic script, which they can load without
 * CORS, at an address that never changes.
 */
export const formsScript = (): SitePage => ({
  path: '/forms.js',
  contentType: 'text/javascript; charset=utf-8',
  body: minifySync(asClassicScript(readFileSync(source, 'utf8')), { compress: true, mangle: { toplevel: true } }).code,
});
