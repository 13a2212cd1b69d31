import { readFileSync } from 'node:fs';
import type { SitePage } from './sitePage.ts';
import { immutablePath } from './staticFiles.ts';

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const read = (file: string): string => readFileSync(new URL(`./assets/${file}`, import.meta.url), 'utf8');

/** An asset bundled from sources in `assets/`; its name contains a hash of its content. */
function hashed(name: string, contentType: string, ...sources: string[]): SitePage {
  const body = sources.map(read).join('\n');
  return { path: immutablePath(name, body), contentType, body };
}

/** Form pages have their own small stylesheet. */
export const ASSETS = {
  siteStyle: hashed('site.css', CSS, 'base.css', 'said.css', 'site.css', 'code.css', 'find.css'),
  siteScript: hashed('site.js', SCRIPT, 'site.js', 'find.js'),
  docsStyle: hashed('docs.css', CSS, 'docs.css', 'contents.css', 'reference.css'),
  formStyle: hashed('form.css', CSS, 'base.css', 'form.css'),
  // Reads the token after the `#`, and the language that may follow it.
  mailScript: hashed('mail.js', SCRIPT, 'mail.js', 'form.js'),
  icon: { path: '/favicon.svg', contentType: 'image/svg+xml', body: read('favicon.svg') },
} as const satisfies Record<string, SitePage>;

/** Part of each form page, so that it takes one request; the content security policy allows it by its hash. */
export const FORM_SCRIPT = read('form.js');
