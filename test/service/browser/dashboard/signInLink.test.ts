import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { CODE_VALID_MS } from '../../../../local/signIn/signInCodes.ts';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { openBrowser } from '../../../support/browser/browser.ts';
import { NARROW, openDashboard, pasteKey, rowWith, tabOf, word } from '../../../support/browser/dashboard.ts';
import { overflowOf, SCHEMES, violationsOf } from '../../../support/browser/pageChecks.ts';
import { openSignInSite, type SignInSite } from '../../../support/browser/signInSite.ts';
import { freeTabs } from '../../../support/browser/tabs.ts';
import { newEndpoint, newSubmission, newWorkspace } from '../../../support/cloud/service.ts';

const SPENT = 'This link was used already or has expired';

describe('a sign-in link', () => {
  let browser: Browser;
  let site: SignInSite;
  let workspace: { workspaceId: string; key: string; keyId: string };
  let endpoint: Endpoint;
  let other: { workspaceId: string; key: string };

  beforeAll(async () => {
    browser = await openBrowser();
    site = await openSignInSite();
    workspace = await newWorkspace();
    endpoint = await newEndpoint(workspace.key, { name: 'Contact form', redirectUrl: `${site.url}/thank-you` });
    await newSubmission(endpoint.id, { email: 'ada@example.com', message: 'Hello' });
    other = await newWorkspace();
    await newEndpoint(other.key, { name: 'Elsewhere' });
  });
  beforeEach(async () => {
    await freeTabs(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (options: { key?: string; path?: string } = {}) =>
    openDashboard(browser, { siteUrl: site.url, ...options });
  const anotherTab = async (page: Page) => tabOf(await page.context().newPage(), site.url);
  const signInPage = (page: Page): Locator => page.getByRole('heading', { name: 'Sign in', exact: true });

  test('signs in at once, removes its code from the URL, lasts for the tab, and works once', async () => {
    const { path, code } = site.newLink(workspace);
    const { page, surprises } = await open({ path });
    await rowWith(page, 'ada@example.com').waitFor();
    expect(page.url()).toBe(`${site.url}/app/${endpoint.id}`);
    await page.reload();
    await rowWith(page, 'ada@example.com').waitFor();
    expect(surprises()).toEqual([]);
    expect(site.codes.spend(code)).toBeUndefined();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInPage(page).waitFor();

    const second = await anotherTab(page);
    await second.visit(path);
    await second.page.getByRole('alert').getByText(SPENT).waitFor();
    expect(second.page.url()).toBe(`${site.url}/app`);
    await pasteKey(second.page, workspace.key);
  });

  test('says what to do after its expiry', async () => {
    const { path } = site.newLink(workspace);
    site.wait(CODE_VALID_MS);
    const { page } = await open({ path });
    await page.getByRole('alert').getByText(`${SPENT}. Paste the API key that “npm start” printed`).waitFor();
    await pasteKey(page, workspace.key);
  });

  test('still signs in if opened while the dashboard replaces its URL', async () => {
    const { path } = site.newLink(workspace);
    const { page } = await open();
    await signInPage(page).waitFor();
    await page.evaluate(`location.hash = '${path}'; history.replaceState(null, '', location.pathname)`);
    await rowWith(page, 'ada@example.com').waitFor();
  });

  test('asks a signed-in user to sign out first, and leaves the code unspent', async () => {
    const { page, visit } = await open({ key: workspace.key });
    const { path, code } = site.newLink(other);
    await visit(`/${endpoint.id}${path}`);
    await word(page, 'You are signed in already. Sign out first').waitFor();
    await rowWith(page, 'ada@example.com').waitFor();
    expect(page.url()).toBe(`${site.url}/app/${endpoint.id}`);
    expect(site.codes.spend(code)).toBeDefined();
  });

  test.each(['wide', 'narrow'] as const)('%s: axe finds nothing in its texts, and it fits', async (width) => {
    const size = width === 'wide' ? {} : { viewport: NARROW };
    const { page } = await openDashboard(browser, { siteUrl: site.url, path: '#code=unknown', ...size });
    await page.getByRole('alert').getByText(SPENT).waitFor();
    for (const colorScheme of SCHEMES[width]) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page)).toEqual([]);
    }
    expect(await overflowOf(page)).toBe(0);
  });

  test('at a deployed site says that it only works locally, and sends no request', async () => {
    const deployed = await openSignInSite(false);
    try {
      const { path, code } = deployed.newLink(workspace);
      const { page, surprises } = await openDashboard(browser, { siteUrl: deployed.url, path });
      await page.getByRole('alert').getByText('Links with a code only work where “npm start” printed them').waitFor();
      expect(surprises()).toEqual([]);
      expect(deployed.codes.spend(code)).toBeDefined();
    } finally {
      await deployed.close();
    }
  });
});
