import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const optionsOf = new WeakMap<Page, string>();
const free = new WeakSet<Page>();
const stuck = new WeakSet<BrowserContext>();

const CLEARING_SECONDS = 20;

/**
 * A tab in a context of its own. Released tabs with the same options are reused: a new one takes a third of a second of
 * processor time and loads every script again. Tests that set the page's clock or add scripts need their own browser,
 * since that cannot be undone.
 */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const wanted = JSON.stringify(options);
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.find((each) => free.has(each) && optionsOf.get(each) === wanted);
  if (page !== undefined) {
    free.delete(page);
    return page;
  }
  const opened = await (await browser.newContext(options)).newPage();
  optionsOf.set(opened, wanted);
  return opened;
}

/** Releases all tabs after clearing them, and closes other pages. One that hangs is left alone: it may never close. */
export async function freeTabs(browser: Browser): Promise<void> {
  for (const context of browser.contexts().filter((each) => !stuck.has(each))) {
    const kept = context.pages().find((page) => optionsOf.has(page));
    if (kept !== undefined && free.has(kept)) continue;
    const isOver = new AbortController();
    const isLate = setTimeout(CLEARING_SECONDS * 1_000, true, { signal: isOver.signal }).catch(() => false);
    const cleared = kept === undefined ? context.close() : empty(kept);
    if (await Promise.race([cleared, isLate]).finally(() => isOver.abort())) {
      stuck.add(context);
      cleared.catch(() => undefined);
    }
  }
}

const EVENTS = [
  'console',
  'domcontentloaded',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
];

async function empty(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  // Pending route handlers would fail once the page is gone.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  // A page that never loaded has no storage.
  if (page.url().startsWith('http')) await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  free.add(page);
}

/** Sets the language of a tab's next pages, until set again. A context per language would start a process for each. */
export async function setLanguage(page: Page, acceptLanguage: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage });
}

/** Acts on a page, and waits until the page that this leads to has loaded. */
export async function untilLoaded(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}
