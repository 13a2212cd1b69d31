import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser } from './chromium.ts';
import { newWorkspace } from './service.ts';

/** What a test of the dashboard begins with. */
export interface OwnBrowser {
  /** Without a tab of the test before. */
  browser: Browser;
  /** Of a workspace that nobody has used. */
  key: string;
}

/** Gives the tests of a suite a browser, and each of them a workspace. */
export function ownBrowser(): OwnBrowser {
  const own = {} as OwnBrowser;
  beforeAll(async () => {
    own.browser = await openBrowser();
  });
  beforeEach(async () => {
    for (const context of own.browser.contexts()) await closed(context);
    ({ key: own.key } = await newWorkspace());
  });
  afterAll(() => own.browser?.close());
  return own;
}

/** What a route still does for a page would fail as soon as the page is gone. */
async function closed(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
