import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium of this machine; CHROMIUM_PATH names another. */
const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/** No connection but to the pages under test: none of the browser's own background requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A suite that needs a real browser: where there is none it says so and is skipped, except in CI, where it fails. */
export function describeInBrowser(name: string, suite: () => void): void {
  if (executablePath === undefined && process.env.CI !== 'true') {
    console.warn(`Skipped "${name}": no Chromium was found; install it or set CHROMIUM_PATH.`);
    describe.skip(name, suite);
  } else describe(name, suite);
}

/** A browser of its own, with more arguments where a test needs them; what its pages leave behind goes with it. */
export function openBrowser(...more: string[]): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium was found; install it or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}
