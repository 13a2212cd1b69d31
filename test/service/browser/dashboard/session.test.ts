import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { openBrowser } from '../../../support/browser/browser.ts';
import { openDashboard, openOne, rowWith, tabOf } from '../../../support/browser/dashboard.ts';
import { freeTabs } from '../../../support/browser/tabs.ts';
import { eventually, newEndpoint, newKey, newSubmission, newWorkspace, send } from '../../../support/cloud/service.ts';

describe('signing in to the dashboard', () => {
  let browser: Browser;
  let workspace: { workspaceId: string; key: string };
  let endpoint: Endpoint;

  beforeAll(async () => {
    browser = await openBrowser();
    workspace = await newWorkspace();
    endpoint = await newEndpoint(workspace.key, { name: 'Contact form' });
    await newSubmission(endpoint.id, { email: 'ada@example.com', message: 'Hello' });
  });
  beforeEach(async () => {
    await freeTabs(browser);
  });
  afterAll(() => browser?.close());

  test('lasts for the tab, and ends with signing out', async () => {
    const { page, surprises } = await openDashboard(browser, { key: workspace.key });
    await rowWith(page, 'ada@example.com').waitFor();
    await page.reload();
    await rowWith(page, 'ada@example.com').waitFor();

    const other = tabOf(await page.context().newPage());
    await other.visit('/keys');
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length + Number("forms-session" in localStorage)')).toBe(0);
    expect(surprises()).toEqual([]);
  });

  test('by pasting explains an invalid key, and can last on the device until another tab signs out', async () => {
    const { page } = await openDashboard(browser, { path: '/keys' });
    await page.getByLabel('API key').fill('fbk_nothing');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This key is not valid').waitFor();
    await page.getByLabel('API key').fill(` ${workspace.key} `);
    await page.getByLabel('Keep me signed in').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();

    const other = tabOf(await page.context().newPage());
    await other.visit(`/${endpoint.id}?tab=all`);
    await rowWith(other.page, 'ada@example.com').waitFor();
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('with a read-only key shows everything, and explains that it is read-only', async () => {
    const { secret } = await newKey(workspace.workspaceId);
    const { page } = await openDashboard(browser, { key: secret });
    await rowWith(page, 'ada@example.com').click();
    await openOne(page).getByText('Hello').waitFor();
    const spam = openOne(page).getByRole('button', { name: 'Spam' });
    expect([await spam.isDisabled(), await spam.getAttribute('title')]).toEqual([true, 'Your key is read-only.']);
    await page.keyboard.press('!');
    await page.getByText('Your key is read-only', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'New endpoint' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'API keys' }).click();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    const { json } = await send('GET', `/v1/submissions/${endpoint.id}`, { key: workspace.key });
    expect(json.submissions[0]).toMatchObject({ isRead: false, isSpam: false });
  });

  test('with another key after the first was revoked keeps all input', async () => {
    const { key, secret } = await newKey(workspace.workspaceId, { permission: 'write' });
    const { page } = await openDashboard(browser, { key: secret, path: `/${endpoint.id}/settings` });
    await page.getByLabel('Name', { exact: true }).fill('Written with two keys');
    expect((await send('DELETE', `/v1/key/${key.id}`, { key: workspace.key })).status).toBe(200);
    // The page polls at once and so learns that the key was rejected; a click could come before or after that.
    await page.evaluate("dispatchEvent(new Event('online'))");
    const dialog = page.getByRole('dialog', { name: 'Your key is no longer valid' });
    await dialog.getByLabel('API key').fill(secret);
    await page.keyboard.press('Enter');
    await dialog.getByText('This key is not valid').waitFor();
    await dialog.getByLabel('API key').fill(workspace.key);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Written with two keys');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(
      async () => (await send('GET', `/v1/endpoint/${endpoint.id}`, { key: workspace.key })).json.name,
      (name) => name === 'Written with two keys',
    );
  });
});
