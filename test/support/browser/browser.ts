import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Chromium, findChromium } from './chromium.ts';

declare global {
  /** Defined in test/support/jest/environment.js; absent in a bench. */
  var requireOnce: NodeJS.Require | undefined;
}

/** Three megabytes: in Jest, Node.js loads them once for all test files. */
const { chromium }: typeof import('playwright-core') = (globalThis.requireOnce ?? createRequire(import.meta.url))(
  'playwright-core',
);

/** Disables the browser's own background requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Axe-core runs too briefly per page to repay optimizing it, which took a quarter of such a tab's processor time.
  '--js-flags=--no-opt,--no-maglev',
  // Keeps a tab's render frame on navigation, for a twentieth of the processor time. The first feature is Playwright's own.
  '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
];

export async function openBrowser(...more: string[]): Promise<Browser> {
  return launch(await findChromium(), more);
}

export async function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, optionsFor(await findChromium()));
}

/** Once more if the browser crashes while it starts, before it has loaded anything. */
export const launch = (found: Chromium, more: string[] = []): Promise<Browser> =>
  chromium.launch(optionsFor(found, more)).catch((error) => {
    if (!/signal=SIG/.test(String(error))) throw error;
    return chromium.launch(optionsFor(found, more));
  });

const optionsFor = ({ executablePath, env }: Chromium, more: string[] = []) => ({
  executablePath,
  args: [...ARGUMENTS, ...more],
  env: { ...process.env, ...env },
});
