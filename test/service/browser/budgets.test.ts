import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser/browser.ts';
import { isIcon } from '../../support/browser/pageChecks.ts';
import { outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

interface Budget {
  path: string;
  kilobytesMax: number;
  requestsMax: number;
}

const BUDGETS: Budget[] = [
  // The page, which contains style and icon, and the script.
  { path: '/app', kilobytesMax: 285, requestsMax: 2 },
  { path: '/guide', kilobytesMax: 60, requestsMax: 5 },
  { path: '/guide/forms', kilobytesMax: 70, requestsMax: 5 },
  { path: '/guide/keys', kilobytesMax: 70, requestsMax: 5 },
  { path: '/api', kilobytesMax: 60, requestsMax: 5 },
  { path: '/api/createEndpoint', kilobytesMax: 70, requestsMax: 5 },
  { path: '/errors/NOT_FOUND', kilobytesMax: 60, requestsMax: 5 },
];
/** The index of the whole guide and API, with the pages about closing forms, the audit log, limits of keys, agents and members. */
const SEARCH_KILOBYTES_MAX = 280;
/** web.dev rates 0.1 as good. */
const SHIFT_MAX = 0.01;

const WIDTHS = [1280, 360];

const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => { for (const { value } of list.getEntries()) sum += value; };
  const observer = new PerformanceObserver(add);
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    add({ getEntries: () => observer.takeRecords() });
    resolve(sum);
  })));
})`;

describe('the budget of', () => {
  const browser = ofSuite(openBrowser);

  async function load(page: Page, path: string) {
    const bodies: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!isIcon(response)) bodies.push(response.body().then(({ length }) => length));
    });
    await page.goto(outputs().siteUrl + path, { waitUntil: 'networkidle' });
    const bytes = await Promise.all(bodies);
    page.removeAllListeners('response');
    return { requests: bytes.length, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1_000 };
  }

  test.each(BUDGETS)('$path is kept, and nothing moves while it loads', async ({ path, kilobytesMax, requestsMax }) => {
    for (const width of WIDTHS) {
      // With an empty cache and a language chosen earlier, to which the script switches.
      const context = await browser.newContext({ viewport: { width, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${outputs().siteUrl}/favicon.svg`);
      await page.evaluate("localStorage.setItem('code-language', 'fetch')");
      const { requests, kilobytes } = await load(page, path);
      expect({ width, isWithin: kilobytes <= kilobytesMax, kilobytes }).toMatchObject({ isWithin: true });
      expect(requests).toBeLessThanOrEqual(requestsMax);
      const shift = await page.evaluate<number>(SHIFTS);
      expect({ width, isStill: shift <= SHIFT_MAX, shift }).toMatchObject({ isStill: true });
      await context.close();
    }
  });

  test('the search is kept, and only loaded by those who search', async () => {
    const page = await browser.newPage();
    const loaded = page.waitForResponse(/\/assets\/search\./);
    await page.goto(`${outputs().siteUrl}/guide`);
    await page.getByRole('button', { name: 'Search' }).click();
    expect((await (await loaded).body()).length / 1_000).toBeLessThan(SEARCH_KILOBYTES_MAX);
    await page.context().close();
  });
});
