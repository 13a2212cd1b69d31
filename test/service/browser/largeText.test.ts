import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { renderSite } from '../../../site/pages.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { openDashboard, openOne } from '../../support/browser/dashboard.ts';
import { overflowOf } from '../../support/browser/pageChecks.ts';
import { newEndpoint, newSubmission, newWorkspace, outputs } from '../../support/cloud/service.ts';
import { newWebhook } from '../../support/cloud/webhooks.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

// All pages, on a busy machine.
jest.setTimeout(240_000);

/** Text at 200 %, as people set it in their browser. */
const browser = ofSuite(() => openBrowser('--blink-settings=defaultFontSize=32'));
const HEIGHT = 800;
const WIDTHS = [1280, 400];

const PATHS = renderSite({})
  .filter(({ contentType, path }) => contentType.startsWith('text/html') && path !== DASHBOARD_PATH)
  .map(({ path }) => path);

/** How far a page scrolls sideways in each width, a line each. */
async function tooWide(page: Page, path: string): Promise<string[]> {
  const lines: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const overflow = await overflowOf(page);
    if (overflow > 0) lines.push(`${path}: ${overflow} px of ${width}`);
  }
  return lines;
}

test('with text at 200 %, no page scrolls sideways', async () => {
  const page = await browser.newPage();
  const found: string[] = [];
  for (const path of PATHS) {
    await page.goto(outputs().siteUrl + path, { waitUntil: 'domcontentloaded' });
    found.push(...(await tooWide(page, path)));
  }
  expect(found).toEqual([]);
});

test('with text at 200 %, no view of the dashboard scrolls sideways', async () => {
  const { key } = await newWorkspace();
  const fields = [{ name: 'confirmation-address', type: 'email' as const }];
  const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
  const targetEmails = ['owner@example.com'];
  const { id } = await newEndpoint(key, { name: 'Workshop registrations 2026', fields, targetEmails });
  const { id: asking } = await newEndpoint(key, { name: 'Newsletter', confirmation, targetEmails });
  const data = { email: 'augusta.ada.king.countess.of.lovelace@example.com', message: 'Hello' };
  const submission = await newSubmission(id, data);
  await newSubmission(asking, data);
  await newWebhook(key, { endpointId: id, url: 'https://example.com/a/long/path/of/a/receiver/of/webhooks' });
  const { page, visit } = await openDashboard(browser, { key });
  const views = {
    [`/${id}?id=${submission}`]: openOne(page).getByText('Hello'),
    [`/${id}/settings`]: page.getByLabel('Short name'),
    [`/${id}/fields`]: page.getByLabel('Name of confirmation-address'),
    [`/${id}/webhooks`]: page.locator('.webhook'),
    [`/${id}/overview`]: page.locator('.chart'),
    [`/${id}/use`]: page.getByRole('button', { name: 'Send a test' }),
    [`/${asking}/pending`]: page.locator('.pending'),
    [`/${asking}/settings`]: page.getByLabel('Subject'),
    '/keys': page.locator('.keys'),
    '/new': page.getByLabel('Short name'),
  };
  const found: string[] = [];
  for (const [path, shown] of Object.entries(views)) {
    await visit(path);
    await shown.first().waitFor();
    found.push(...(await tooWide(page, path)));
  }
  expect(found).toEqual([]);
});
