import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';

declare global {
  /** From test/support/environment.js: not there in a bench. */
  var requireOnce: NodeJS.Require | undefined;
}

/** Three megabytes: in Jest, Node.js loads them once for all test files. */
const { chromium }: typeof import('playwright-core') = (globalThis.requireOnce ?? createRequire(import.meta.url))(
  'playwright-core',
);

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium of this machine; CHROMIUM_PATH names another. Without one each file of browser tests fails at once. */
const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) throw new Error('No Chromium was found; install it or set CHROMIUM_PATH.');

/** No connection but to the pages under test: none of the browser's own background requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser of its own, with more arguments where a test needs them; what its pages leave behind goes with it. */
export function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

/** A browser that keeps its profile in a folder, as a person's does; what its pages leave behind stays there. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath, args: ARGUMENTS });
}
