import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SitePage } from './sitePage.ts';

/** The folder of the widget's builds. */
const folder = (): string => dirname(createRequire(import.meta.url).resolve('altcha'));

/** The widget could also tell the server how the pointer and the keys were used: that is nobody's business. */
const DEFAULTS = '$altcha.defaults.set({ humanInteractionSignature: false });';

/**
 * ALTCHA's widget, for forms on other websites: a classic script, which they can load without CORS, at an address that
 * never changes.
 */
export const altchaWidget = (): SitePage => ({
  path: '/altcha.js',
  contentType: 'text/javascript; charset=utf-8',
  body: `${readFileSync(join(folder(), 'altcha.umd.min.cjs'), 'utf8')}\n${DEFAULTS}\n`,
});
