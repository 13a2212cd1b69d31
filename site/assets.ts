import { readFileSync } from 'node:fs';
import type { SitePage } from './sitePage.ts';

/** What the pages refer to: the files in `assets/`, each at the top of the site under its own name. */
export const assets = (): SitePage[] => [
  asset('site.css', 'text/css; charset=utf-8'),
  asset('form.js', 'text/javascript; charset=utf-8'),
  asset('favicon.svg', 'image/svg+xml'),
];

const asset = (name: string, contentType: string): SitePage => ({
  path: `/${name}`,
  contentType,
  body: readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8'),
});
