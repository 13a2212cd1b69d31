import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../support/browser.ts';
import { serveCountless } from '../../../support/countlessSubmissions.ts';
import { openDashboard, rowsOf, word } from '../../../support/dashboard.ts';
import { eventually, newEndpoint, newWorkspace } from '../../../support/service.ts';

const TOTAL = 100_000;
/** The rows on the page at first: it never contains all. */
const ROWS_MAX = 100;
const PAGE_SIZE = 100;
const TIMEOUT_MS = 60_000;

describe('the dashboard with 100,000 submissions', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const open = async () => {
    const { key } = await newWorkspace();
    const { id: endpointId } = await newEndpoint(key, { name: 'Contact form' });
    const { page, visit } = await openDashboard(browser, { key, path: '/keys' });
    const asked = await serveCountless(page, endpointId, TOTAL);
    await visit(`/${endpointId}`);
    await rowsOf(page).first().waitFor();
    return { page, asked };
  };

  test(
    'shows few rows, loads more on scrolling, and selects and marks all matches until somebody cancels',
    async () => {
      const { page, asked } = await open();
      await eventually(
        () => page.title(),
        (title) => title === '(100,000) Contact form',
      );
      const atFirst = await rowsOf(page).count();
      expect(atFirst).toBeLessThanOrEqual(ROWS_MAX);
      await rowsOf(page).last().scrollIntoViewIfNeeded();
      await eventually(
        () => rowsOf(page).count(),
        (count) => count > atFirst,
      );

      await page.getByLabel('Select all shown').click();
      await page.getByRole('button', { name: 'Select everything found' }).click();
      const finding = word(page, 'Finding everything');
      await finding.getByRole('progressbar').waitFor();
      await page.getByText(/^\d,\d00 selected/).waitFor();
      await finding.getByRole('button', { name: 'Cancel' }).click();
      await finding.waitFor({ state: 'detached' });

      await page.getByRole('toolbar').getByRole('button', { name: 'Spam' }).click();
      const marking = word(page, /^Marking \d,\d00 submissions/);
      await marking.getByRole('progressbar').waitFor();
      await marking.getByRole('button', { name: 'Cancel' }).click();
      asked.releaseMarks();
      await marking.waitFor({ state: 'detached' });
      expect(asked.marked).toBeGreaterThan(0);
      expect(asked.marked).toBeLessThan(asked.searches * PAGE_SIZE);
    },
    TIMEOUT_MS,
  );

  test(
    'exports with progress until somebody cancels, and then stops requesting',
    async () => {
      const { page, asked } = await open();
      await page.getByRole('button', { name: 'Export' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export submissions' });
      await dialog.getByRole('button', { name: 'Export' }).click();
      await dialog.getByText(/\d,\d00 submissions so far/).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      const searches = asked.searches;
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('row', { name: 'In use here' }).waitFor();
      // One may have been in progress, and one polls for new ones.
      expect(asked.searches).toBeLessThanOrEqual(searches + 2);
      expect(searches).toBeLessThan(TOTAL / PAGE_SIZE);
    },
    TIMEOUT_MS,
  );
});
