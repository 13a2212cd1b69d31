import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SitePage } from '../sitePage.ts';

/** The folder of the widget's builds. */
const folder = (): string => dirname(createRequire(import.meta.url).resolve('altcha'));

/** Leaves out the widget's telemetry of pointer and keyboard use. */
const DEFAULTS = '$altcha.defaults.set({ humanInteractionSignature: false });';

/** ALTCHA's widget for forms on other websites: a classic script, which loads without CORS, at a stable URL. */
export const altchaWidget = (): SitePage => ({
  path: '/altcha.js',
  contentType: 'text/javascript; charset=utf-8',
  body: `${readFileSync(join(folder(), 'altcha.umd.min.cjs'), 'utf8')}\n${DEFAULTS}\n`,
});
