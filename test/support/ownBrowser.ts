import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { newWorkspace } from './service.ts';
import { freeTabs } from './tabs.ts';

/** What a test of the dashboard begins with. */
export interface OwnBrowser {
  /** Without anything of the test before. */
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
    await freeTabs(own.browser);
    ({ key: own.key } = await newWorkspace());
  });
  afterAll(() => own.browser?.close());
  return own;
}
