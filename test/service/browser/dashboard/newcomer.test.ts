import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../support/browser.ts';
import { parseCsv } from '../../../support/csv.ts';
import { openDashboard, openOne, rowWith, word } from '../../../support/dashboard.ts';
import { newEndpoint, newWorkspace } from '../../../support/service.ts';
import { openSignInSite, type SignInSite } from '../../../support/signInSite.ts';

describe("a newcomer's way through the dashboard", () => {
  let browser: Browser;
  let site: SignInSite;
  let workspace: { workspaceId: string; key: string };

  beforeAll(async () => {
    browser = await openBrowser();
    // Like `npm start`: a workspace with an endpoint without submissions.
    site = await openSignInSite();
    workspace = await newWorkspace();
    await newEndpoint(workspace.key, { name: 'Contact form' });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test('a link signs in; a test is sent, appears, is marked as spam, undone, found and exported', async () => {
    const { path } = site.newLink(workspace);
    const { page, surprises } = await openDashboard(browser, { siteUrl: site.url, path });
    await page.getByText('Waiting for the first submission').waitFor();

    await page.getByRole('button', { name: 'Send a test' }).click();
    await rowWith(page, 'ada@example.com').click();
    await openOne(page).getByText('This is a test, sent from the dashboard.').waitFor();

    await openOne(page).getByRole('button', { name: 'Spam' }).click();
    await rowWith(page, 'ada@example.com').waitFor({ state: 'detached' });
    await word(page, 'Marked as spam.').getByRole('button', { name: 'Undo' }).click();
    await rowWith(page, 'ada@example.com').waitFor();

    await page.getByLabel('Search submissions').fill('nobody wrote this');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Search submissions').fill('lovelace "sent from the dashboard"');
    await rowWith(page, 'ada@example.com').waitFor();

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog', { name: 'Export submissions' }).getByRole('button', { name: 'Export' }).click(),
    ]);
    const [record, ...others] = parseCsv(readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''));
    expect(record).toMatchObject({ 'data.name': 'Ada Lovelace', 'data.email': 'ada@example.com', isSpam: 'false' });
    expect(others).toEqual([]);
    expect(surprises()).toEqual([]);
  });
});
