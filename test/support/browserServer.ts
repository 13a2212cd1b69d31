import { type BrowserServer, chromium } from 'playwright-core';
import { optionsFor } from './browser.ts';
import { findChromium } from './chromium.ts';
import { answerTestFiles } from './sharedProcess.ts';

let opening: Promise<BrowserServer> | undefined;

async function launch(): Promise<BrowserServer> {
  const server = await chromium.launchServer({ host: '127.0.0.1', ...optionsFor(await findChromium()) });
  server.once('close', () => {
    opening = undefined;
  });
  return server;
}

answerTestFiles(
  async () => {
    opening ??= launch();
    return (await opening).wsEndpoint();
  },
  async () => (await opening)?.close(),
);
