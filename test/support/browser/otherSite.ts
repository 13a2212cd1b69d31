import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { extname } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { listen, newServer } from '../../../local/http/ports.ts';
import { newWorkspace } from '../cloud/service.ts';
import { certificateFor } from '../receivers/certificates.ts';
import { openBrowser } from './browser.ts';
import { freeTabs, openTab } from './tabs.ts';

const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

export interface OtherSite {
  url: string;
  files: Map<string, string>;
  close: () => void;
}

/** @param options.isSecure with https and a certificate that no browser trusts: for contexts with `ignoreHTTPSErrors` */
export async function openOtherSite({ isSecure = false } = {}): Promise<OtherSite> {
  const files = new Map<string, string>();
  const respond: RequestListener = (incoming, outgoing) => {
    const name = (incoming.url ?? '/').slice(1);
    const body = files.get(name);
    outgoing.writeHead(body === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' });
    outgoing.end(body);
  };
  const server = isSecure ? createServer(await certificateFor('other.example'), respond) : newServer(respond);
  const url = (await listen(server, 0)).replace(/^http(?=:)/, isSecure ? 'https' : 'http');
  return {
    url,
    files,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Other site</title></head><body>${body}</body></html>`;

export interface OnOtherSite {
  browser: Browser;
  otherSite: OtherSite;
  key: string;
  page: Page;
}

/** Gives the tests of a suite a browser and a site on another origin; `begin` gets them before each test. */
export function onOtherSite(begin: (own: OnOtherSite) => unknown, options: BrowserContextOptions = {}): void {
  const own = {} as OnOtherSite;
  beforeAll(async () => {
    own.browser = await openBrowser();
    own.otherSite = await openOtherSite();
    ({ key: own.key } = await newWorkspace());
  });
  beforeEach(async () => {
    own.page = await openTab(own.browser, options);
    await begin(own);
  });
  afterEach(() => freeTabs(own.browser));
  afterAll(async () => {
    await own.browser?.close();
    own.otherSite?.close();
  });
}
