import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newWorkspace } from '../cloud/service.ts';
import { openBrowser } from './browser.ts';
import { freeTabs } from './tabs.ts';

export interface OwnBrowser {
  browser: Browser;
  key: string;
  workspaceId: string;
}

/** Provides a suite's browser, and a workspace for each test, before which `begin` runs. */
export function ownBrowser(begin?: (own: OwnBrowser) => unknown): OwnBrowser {
  const own = {} as OwnBrowser;
  beforeAll(async () => {
    own.browser = await openBrowser();
  });
  beforeEach(async () => {
    await freeTabs(own.browser);
    Object.assign(own, await newWorkspace());
    await begin?.(own);
  });
  afterAll(() => own.browser?.close());
  return own;
}
