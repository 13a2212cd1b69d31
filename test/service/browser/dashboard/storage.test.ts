import { describe, expect, test } from '@jest/globals';
import { pasteKey, tabOf, WIDE, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, send } from '../../../support/cloud/service.ts';

const BLOCKED = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException('Access is denied.', 'SecurityError'); } });`;
const FULL = `Storage.prototype.setItem = () => { throw new DOMException('Exceeded the quota.', 'QuotaExceededError'); };`;

describe('the dashboard in a browser', () => {
  const own = ownBrowser();

  test.each([
    ['that blocks storage', BLOCKED],
    ['whose storage is full', FULL],
  ])('%s signs in, saves, and keeps unsaved changes between views', async (_what, script) => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    // Of its own: scripts cannot be removed from a tab.
    const context = await own.browser.newContext({ viewport: WIDE });
    await context.addInitScript(script);
    const { page, visit, surprises } = tabOf(await context.newPage());
    await visit(`/${id}/settings`);
    await pasteKey(page, own.key);
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('New name');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect((await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json.name).toBe('New name');
    await page.getByLabel('Name', { exact: true }).fill('Discarded');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('New name');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(surprises()).toEqual([]);
    await context.close();
  });
});
