import { bundled } from '../bundled.ts';
import type { SitePage } from '../sitePage.ts';

let built: string | undefined;

/**
 * The script that sends forms and their files from other websites: a classic script, which loads without CORS, at a
 * stable URL.
 */
export const formsScript = (): SitePage => {
  built ??= bundled(new URL('./main.js', import.meta.url), { format: 'iife' });
  return { path: '/forms.js', contentType: 'text/javascript; charset=utf-8', body: built };
};
