import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Chromium, findChromium } from './chromium.ts';
import { ask } from './sharedProcess.ts';

declare global {
  /** Defined in test/support/environment.js; absent in a bench. */
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
  // Keeps a tab's render frame on navigation, for a twentieth of the processor time. The first feature is Playwright's own.
  '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
];

/** The browser that the run's test files share, as a connection with contexts of its own; outside of Jest a new one. */
export async function openBrowser(): Promise<Browser> {
  const address = await ask<string>('browserServer', {});
  return address === undefined ? chromium.launch(optionsFor(await findChromium())) : chromium.connect(address);
}

export async function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, optionsFor(await findChromium()));
}

export const optionsFor = ({ executablePath, env }: Chromium) => ({
  executablePath,
  args: ARGUMENTS,
  env: { ...process.env, ...env },
});
