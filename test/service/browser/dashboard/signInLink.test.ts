import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { CODE_VALID_MS } from '../../../../local/signInCodes.ts';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoint.ts';
import { openBrowser } from '../../../support/browser.ts';
import { NARROW, openDashboard, pasteKey, rowWith, tabOf, word } from '../../../support/dashboard.ts';
import { overflowOf, SCHEMES, violationsOf } from '../../../support/pageChecks.ts';
import { newEndpoint, newKey, newSubmission, newWorkspace, outputs, send } from '../../../support/service.ts';
import { openSignInSite, type SignInSite } from '../../../support/signInSite.ts';
import { freeTabs } from '../../../support/tabs.ts';

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

  async function questionOn(page: Page): Promise<Locator> {
    const dialog = page.getByRole('dialog', { name: 'Sign in with another key?' });
    await dialog.waitFor();
    expect(await dialog.locator('dl code').allTextContents()).toEqual([workspace.workspaceId, other.workspaceId]);
    return dialog;
  }

  test('signs in at once, removes its code from the URL, lasts for the tab, and works once', async () => {
    const { path, code } = site.newLink(workspace);
    const { page, surprises } = await open({ path });
    await rowWith(page, 'ada@example.com').waitFor();
    expect(page.url()).toBe(`${site.url}/app/${endpoint.id}`);
    await page.reload();
    await rowWith(page, 'ada@example.com').waitFor();
    expect(surprises()).toEqual([]);
    expect(site.codes.peek(code)).toBeUndefined();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInPage(page).waitFor();

    const second = await anotherTab(page);
    await second.visit(path);
    await second.page.getByRole('alert').getByText(SPENT).waitFor();
    expect(second.page.url()).toBe(`${site.url}/app`);
    await pasteKey(second.page, workspace.key);
  });

  test('that has expired says what to do; a signed-in person stays signed in', async () => {
    const { path } = site.newLink(workspace);
    site.wait(CODE_VALID_MS);
    const { page, visit } = await open({ path });
    await page.getByRole('alert').getByText(`${SPENT}. Paste the API key that “npm start” printed`).waitFor();
    await pasteKey(page, workspace.key);
    await visit(`/${endpoint.id}${path}`);
    await word(page, SPENT).waitFor();
    await rowWith(page, 'ada@example.com').waitFor();
  });

  test('opened just when the dashboard replaces its URL still signs in', async () => {
    const { path } = site.newLink(workspace);
    const { page } = await open();
    await signInPage(page).waitFor();
    await page.evaluate(`location.hash = '${path}'; history.replaceState(null, '', location.pathname)`);
    await rowWith(page, 'ada@example.com').waitFor();
  });

  test('with a key instead of a code does not sign in, explains why, and removes the key from the URL', async () => {
    const { page, visit } = await open({ path: `#key=${workspace.key}` });
    await page.getByRole('alert').getByText('Links with a key in them no longer sign in').waitFor();
    await signInPage(page).waitFor();
    expect(page.url()).toBe(`${site.url}/app`);
    await pasteKey(page, workspace.key);
    await visit(`/${endpoint.id}#key=${other.key}`);
    await word(page, 'Links with a key in them no longer sign in').waitFor();
    await rowWith(page, 'ada@example.com').waitFor();
    expect(page.url()).toBe(`${site.url}/app/${endpoint.id}`);
  });

  describe('to another workspace asks, with the ids of both,', () => {
    test('who is signed in: “no” changes nothing and leaves the code unspent, “yes” signs in', async () => {
      const { page, visit } = await open({ key: workspace.key });
      const { path, code } = site.newLink(other);
      await visit(`/${endpoint.id}${path}`);
      await (await questionOn(page)).getByRole('button', { name: 'Cancel' }).click();
      await page.reload();
      await rowWith(page, 'ada@example.com').waitFor();
      expect(site.codes.peek(code)).toBeDefined();

      await visit(path);
      await (await questionOn(page)).getByRole('button', { name: 'Sign in with the link' }).click();
      await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
      expect(site.codes.peek(code)).toBeUndefined();
    });

    test('and first completes deletions that could still be undone', async () => {
      const id = await newSubmission(endpoint.id, { email: 'deleted@example.com' });
      const { page } = await open({ key: workspace.key, path: `/${endpoint.id}` });
      await rowWith(page, 'deleted@example.com').click();
      await page.keyboard.press('#');
      await rowWith(page, 'deleted@example.com').waitFor({ state: 'detached' });
      await page.evaluate(`location.hash = '${site.newLink(other).path}'`);
      await (await questionOn(page)).getByRole('button', { name: 'Sign in with the link' }).click();
      await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
      const { status } = await send('GET', `/v1/submission/${endpoint.id}/${id}`, { key: workspace.key });
      expect(status).toBe(404);
    });

    test('who is signed in in another tab', async () => {
      const { page } = await open({ key: workspace.key });
      const { path, code } = site.newLink(other);
      const second = await anotherTab(page);
      await second.visit(path);
      await (await questionOn(second.page)).getByRole('button', { name: 'Cancel' }).click();
      await signInPage(second.page).waitFor();
      expect(site.codes.peek(code)).toBeDefined();
      await page.reload();
      await rowWith(page, 'ada@example.com').waitFor();
    });

    test.each(['the tab of the dashboard', 'another tab'])(
      'who sends a form with a _next to it, in %s',
      async (where) => {
        const { page } = await open({ key: workspace.key });
        const { url, code } = site.newLink(other);
        const { page: sender } = where === 'another tab' ? await anotherTab(page) : { page };
        await sender.goto(`${outputs().inboxUrl}/health-check`);
        await sender.setContent(`<form method="post" action="${outputs().apiUrl}/v1/f/${endpoint.id}">
        <input name="_next" value="${url}"><button>Send</button></form>`);
        await sender.getByRole('button', { name: 'Send' }).click();
        await questionOn(sender);
        expect(site.codes.peek(code)).toBeDefined();
      },
    );

    test('but not who is signed in with its key already: that changes nothing and spends nothing', async () => {
      const { page, visit } = await open({ key: workspace.key });
      const { path, code } = site.newLink(workspace);
      const answered = page.waitForResponse(`${site.url}/sign-in/peek`);
      await visit(`/${endpoint.id}${path}`);
      await answered;
      await rowWith(page, 'ada@example.com').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(site.codes.peek(code)).toBeDefined();
    });

    test('also about another key of the same workspace', async () => {
      const { secret } = await newKey(workspace.workspaceId);
      const { page, visit } = await open({ key: secret });
      await visit(site.newLink(workspace).path);
      const dialog = page.getByRole('dialog', { name: 'Sign in with another key?' });
      await dialog.waitFor();
      expect(await dialog.locator('dl code').allTextContents()).toEqual(Array(2).fill(workspace.workspaceId));
      await dialog.getByRole('button', { name: 'Sign in with the link' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Your key is read-only', { exact: true }).waitFor({ state: 'detached' });
    });
  });

  test.each(['wide', 'narrow'] as const)(
    '%s: axe finds nothing in its texts and questions, and it fits',
    async (width) => {
      const size = width === 'wide' ? {} : { viewport: NARROW };
      const { page, visit } = await openDashboard(browser, { siteUrl: site.url, path: '#code=unknown', ...size });
      const findings: string[] = [];
      const look = async () => {
        for (const colorScheme of SCHEMES[width]) {
          await page.emulateMedia({ colorScheme });
          findings.push(...(await violationsOf(page)));
        }
        if ((await overflowOf(page)) > 0) findings.push(`too wide: ${page.url()}`);
      };
      await page.getByRole('alert').getByText(SPENT).waitFor();
      await look();
      await pasteKey(page, workspace.key);
      await visit(site.newLink(other).path);
      await questionOn(page);
      await look();
      expect(findings).toEqual([]);
    },
  );

  test('at a deployed site says that it only works locally, and sends no request', async () => {
    const deployed = await openSignInSite(false);
    try {
      const { path, code } = deployed.newLink(workspace);
      const { page, surprises } = await openDashboard(browser, { siteUrl: deployed.url, path });
      await page.getByRole('alert').getByText('Links with a code only work where “npm start” printed them').waitFor();
      expect(surprises()).toEqual([]);
      expect(deployed.codes.peek(code)).toBeDefined();
    } finally {
      await deployed.close();
    }
  });
});
