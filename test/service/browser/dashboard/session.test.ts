import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Narrowing } from '../../../../shared/contract/narrowing.ts';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { TEXTS } from '../../../../site/app/texts/texts.ts';
import { openBrowser } from '../../../support/browser/browser.ts';
import { chooseKey, openDashboard, openOne, rowWith, tabOf } from '../../../support/browser/dashboard.ts';
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
    await chooseKey(page);
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

  const limited = (narrowing: Narrowing) => newKey(workspace.workspaceId, { permission: 'write', ...narrowing });
  const linksOf = (page: Page, part: string) => page.locator(part).getByRole('link').allInnerTexts();

  test('with a limited key shows the endpoints and views that it allows, and offers nothing else', async () => {
    const { id } = await newEndpoint(workspace.key, { name: 'Newsletter' });
    const { secret } = await limited({ endpointIds: [endpoint.id], allows: ['endpoints', 'submissions'] });
    const { page, surprises, visit } = await openDashboard(browser, { key: secret });
    await rowWith(page, 'ada@example.com').waitFor();
    await page.getByText('Your access is limited').waitFor();
    const side = (await linksOf(page, '.side-bar')).join();
    expect(side).toContain('Contact form');
    expect(side).not.toMatch(/Newsletter|New endpoint|API keys/);
    expect((await linksOf(page, '.endpoint-head')).join()).not.toMatch(/Webhooks|Pending/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await page.getByLabel('Short name').count()).toBe(0);
    for (const path of ['/keys', '/new', `/${endpoint.id}/webhooks`, `/${id}/settings`]) {
      await visit(path);
      await page.getByRole('heading', { name: TEXTS.notFound.title }).waitFor();
    }
    expect(surprises()).toEqual([]);
  });

  test('with a key for keys only shows these, and with one for submissions only says what is missing', async () => {
    const ofKeys = await openDashboard(browser, { key: (await limited({ allows: ['keys'] })).secret });
    await ofKeys.page.getByRole('row', { name: 'In use here' }).waitFor();
    expect(await ofKeys.page.getByRole('row').count()).toBe(2);
    const ofSubmissions = await openDashboard(browser, { key: (await limited({ allows: ['submissions'] })).secret });
    await ofSubmissions.page.getByText(TEXTS.needsEndpoints).waitFor();
    expect([...ofKeys.surprises(), ...ofSubmissions.surprises()]).toEqual([]);
  });

  test('with a narrower key after the first was revoked keeps nothing that it does not see', async () => {
    const { key, secret } = await newKey(workspace.workspaceId, { permission: 'write' });
    const { page } = await openDashboard(browser, { key: secret, path: `/${endpoint.id}/settings` });
    await page.getByLabel('Name', { exact: true }).waitFor();
    const { id } = await newEndpoint(workspace.key, { name: 'Survey' });
    await send('DELETE', `/v1/key/${key.id}`, { key: workspace.key });
    await page.evaluate("dispatchEvent(new Event('online'))");
    const dialog = page.getByRole('dialog', { name: 'Your key is no longer valid' });
    await dialog.getByLabel('API key').fill((await limited({ endpointIds: [id] })).secret);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/app/${id}`));
    expect(await page.locator('.side-bar').getByText('Contact form').count()).toBe(0);
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
