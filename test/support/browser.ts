import { describe } from '@jest/globals';
import { executablePath } from './chromium.ts';

export { openBrowser } from './chromium.ts';

/** A suite that needs a real browser: where there is none it says so and is skipped, except in CI, where it fails. */
export function describeInBrowser(name: string, suite: () => void): void {
  if (executablePath === undefined && process.env.CI !== 'true') {
    console.warn(`Skipped "${name}": no Chromium was found; install it or set CHROMIUM_PATH.`);
    describe.skip(name, suite);
  } else describe(name, suite);
}
