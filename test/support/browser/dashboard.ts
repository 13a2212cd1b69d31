import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { isRepeatable } from '../../../shared/contract/operations/repeatable.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { outputs } from '../cloud/sharedCloud.ts';
import { watch } from './pageChecks.ts';
import { openTab } from './tabs.ts';

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };
/** In this zone, a UTC time shown as local is hours off. */
const AWAY_FROM_UTC = 'America/New_York';

export interface Dashboard {
  page: Page;
  /**
   * Unexpected events: console messages, and requests to other hosts than site and API.
   * @param refusedCount expected 400 responses, which browsers log
   */
  surprises: (refusedCount?: number) => string[];
  visit: (path: string) => Promise<void>;
}

interface DashboardOptions extends BrowserContextOptions {
  key?: string;
  path?: string;
  siteUrl?: string;
}

/** A dashboard in its own context. */
export async function openDashboard(
  browser: Browser,
  { key, path = '', siteUrl, ...options }: DashboardOptions = {},
): Promise<Dashboard> {
  const page = await openTab(browser, {
    viewport: WIDE,
    reducedMotion: 'reduce',
    timezoneId: AWAY_FROM_UTC,
    ...options,
  });
  // Below a test's timeout, so that a failure names what was waited for; above a function's, whose 504 is retried.
  page.context().setDefaultTimeout(45_000);
  const dashboard = tabOf(page, siteUrl);
  await dashboard.visit(path);
  if (key !== undefined) await pasteKey(page, key);
  return dashboard;
}

export async function pasteKey(page: Page, key: string): Promise<void> {
  await chooseKey(page);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
}

/** Opens the form for an API key, which is open already after a rejected key or link. */
export async function chooseKey(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Use an API key' });
  await choice.or(page.getByLabel('API key')).first().waitFor();
  if (await choice.isVisible()) await choice.click();
}

export function tabOf(page: Page, siteUrl = outputs().siteUrl): Dashboard {
  const events = watch(page, siteUrl);
  // Closing a page aborts its requests, such as polling.
  const abandoned = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') abandoned.add(`failed: ${request.url()}`);
  });
  noteGivenUp(page, events);
  const isExpected = (event: string) =>
    event.startsWith(`request: ${outputs().apiUrl}/`) || isTimeout(event) || abandoned.has(event);
  const surprises = (refusedCount = 0) => {
    const found = events.splice(0).filter((event) => !isExpected(event));
    const others = found.filter((event) => event !== REFUSED);
    const count = found.length - others.length;
    return count === refusedCount ? others : [...others, `refused with 400: ${count} instead of ${refusedCount}`];
  };
  return { page, surprises, visit: async (to) => void (await page.goto(siteUrl + DASHBOARD_PATH + to)) };
}

const REFUSED = 'error: Failed to load resource: the server responded with a status of 400 (Bad Request)';

/**
 * A busy machine responds with 504, which browsers log and the dashboard retries; giving up is reported as an event.
 */
const isTimeout = (event: string): boolean => / status of 504 /.test(event);

/** Attempts of the dashboard at a repeatable request that times out; others are sent once. */
const ATTEMPTS = 3;

function attemptsAt(request: Request): number {
  const path = request.url().slice(outputs().apiUrl.length).replace(/\?.*/, '');
  const operation = OPERATIONS.find(
    (each) => each.method === request.method() && new RegExp(`^${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return operation && isRepeatable(operation.repeatable, request.postDataJSON()) ? ATTEMPTS : 1;
}

/** Reports each request that the dashboard gives up after timeouts. */
function noteGivenUp(page: Page, events: string[]): void {
  const timeouts = new Map<string, number>();
  page.on('domcontentloaded', () => timeouts.clear());
  page.on('response', (response) => {
    const request = `${response.request().method()} ${response.url()}`;
    const count = response.status() === 504 ? (timeouts.get(request) ?? 0) + 1 : 0;
    const isGivenUp = count === attemptsAt(response.request());
    timeouts.set(request, isGivenUp ? 0 : count);
    if (isGivenUp) events.push(`timed out: ${request}`);
  });
}

export const rowsOf = (page: Page): Locator => page.locator('.row a');

export const rowWith = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text });

export const openOne = (page: Page): Locator => page.getByRole('region', { name: 'Open submission' });

export const word = (page: Page, text: string | RegExp): Locator => page.locator('.toast').filter({ hasText: text });
