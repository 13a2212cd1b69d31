import { afterEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { overflowOf, SCHEMES, violationsOf, watch } from '../../support/browser/pageChecks.ts';
import { freeTabs, openTab } from '../../support/browser/tabs.ts';
import { eventually, outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

describe('the documentation in Chromium', () => {
  const browser = ofSuite(openBrowser);

  afterEach(() => freeTabs(browser));

  /** A page and its problems, with reduced motion: smooth scrolling would repaint constantly. */
  async function open(path: string, options: Parameters<Browser['newPage']>[0] = { viewport: WIDE }) {
    const page = await openTab(browser, { reducedMotion: 'reduce', ...options });
    const events = watch(page, outputs().siteUrl);
    await page.goto(outputs().siteUrl + path);
    return { page, events };
  }

  const results = (page: Page) => page.getByRole('dialog', { name: 'Search' }).locator('.results a');
  const status = (page: Page) => page.locator('#found').textContent();

  async function find(page: Page, text: string): Promise<string[]> {
    if (!(await page.getByRole('searchbox').isVisible())) await page.keyboard.press('/');
    await page.getByRole('searchbox').fill(text);
    await eventually(
      () => status(page),
      (said) => / found/.test(said ?? ''),
    );
    return results(page).allTextContents();
  }

  test('offers the OpenAPI document that the reference was made from', async () => {
    const { page } = await open('/api');
    const address = await page.getByRole('link', { name: 'the OpenAPI 3.1 document' }).getAttribute('href');
    const response = await fetch(outputs().siteUrl + address);
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers.map(({ url }) => url)).toEqual([outputs().apiUrl]);
  });

  test('has everything on one page for printing', async () => {
    const { page, events } = await open('/api/all');
    expect(await page.locator('.route').count()).toBe(OPERATIONS.length);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.bar').isVisible()).toBe(false);
    // Print shows all languages, since nobody can choose one on paper.
    expect(await page.locator('#listKeys ~ .samples .panel').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    expect(events).toEqual([]);
  });

  test('can be searched by keyboard, in all its parts, with incomplete and mistyped words', async () => {
    const { page, events } = await open('/guide/first-form');
    expect((await find(page, 'verify key'))[0]).toContain('Verify a key');
    expect((await find(page, 'webhok'))[0]).toMatch(/^webhook/i);
    expect((await find(page, 'DeliveryAttempt'))[0]).toMatch(/^DeliveryAttempt/);
    expect((await find(page, 'redirecturl')).some((name) => name.startsWith('Update an endpoint'))).toBe(true);
    expect((await find(page, 'USAGE_EXCEEDED'))[0]).toContain('USAGE_EXCEEDED');
    expect(await find(page, 'quite unheardof')).toEqual([]);
    expect(await status(page)).toBe('Nothing found');

    const [first] = await find(page, 'hidden field');
    expect(first).toContain('Add a hidden field');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').textContent()).toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await page.locator(':focus').getAttribute('id')).toBe('find');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${outputs().siteUrl}/guide/spam#add-a-hidden-field`);
    expect(events).toEqual([]);
  });

  test('says that the search could not be loaded, and tries again', async () => {
    // In a tab of its own: another one may have the script in its memory, and makes no request.
    const { page } = await open('/guide', { viewport: WIDE, locale: 'en-GB' });
    await page.route('**/assets/search.*', (route) => route.abort());
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('spam');
    await page.getByText('The search could not be loaded.').waitFor();
    await page.unroute('**/assets/search.*');
    expect((await find(page, 'spam filter')).length).toBeGreaterThan(3);
  });

  test('remembers the language of code, on this page and the next', async () => {
    const { page, events } = await open('/guide/keys');
    const chosen = () =>
      page
        .locator('.tabs :checked')
        .evaluateAll((all) => all.map((radio) => (radio as unknown as { value: string }).value));
    expect(new Set(await chosen())).toEqual(new Set(['curl']));
    await page.getByRole('radio', { name: 'fetch' }).first().check();
    expect(new Set(await chosen())).toEqual(new Set(['fetch']));
    await page.goto(`${outputs().siteUrl}/api/createEndpoint`);
    expect(await chosen()).toEqual(['fetch']);
    await page.goto(`${outputs().siteUrl}/guide/verify-webhooks`);
    expect(await chosen()).toEqual(['TypeScript']);
    expect(events).toEqual([]);
  });

  test('has links to its headings, highlights the current one, and links to the next page', async () => {
    const { page, events } = await open('/guide/mails');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'When a mail fails' })
      .click();
    await page.waitForURL(({ hash }) => hash === '#when-a-mail-fails');
    await eventually(
      () => page.locator('.on-page [aria-current]').allTextContents(),
      (marked) => marked.join() === 'When a mail fails',
    );
    await page.getByRole('navigation', { name: 'Neighbouring pages' }).getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL(`${outputs().siteUrl}/guide/chats-and-sheets`);
    const contents = page.getByRole('navigation', { name: 'Guide', exact: true });
    expect(await contents.locator('[aria-current]').textContent()).toBe(
      'Post to Slack, Discord, Teams or a spreadsheet',
    );
    expect(events).toEqual([]);
  });

  test('can be navigated on a phone', async () => {
    const { page, events } = await open('/guide/files', { viewport: NARROW, colorScheme: 'dark', hasTouch: true });
    const contents = page.getByRole('navigation', { name: 'Guide', exact: true });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Guide: contents' }).tap();
    expect(await overflowOf(page)).toBe(0);
    await contents.getByRole('link', { name: 'Stop spam' }).tap();
    await page.waitForURL(`${outputs().siteUrl}/guide/spam`);
    await page.getByRole('button', { name: 'Guide: contents' }).tap();
    await page.keyboard.press('Escape');
    expect(await contents.isVisible()).toBe(false);
    expect(events).toEqual([]);
  });

  test.each(SCHEMES.wide)(
    'is accessible in the %s with results found, and with its long lists unfolded',
    async (colorScheme) => {
      const { page } = await open('/api/createEndpoint', { viewport: WIDE, colorScheme });
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      expect(await violationsOf(page)).toEqual([]);
      await find(page, 'key');
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  test('works without a script, except for the search', async () => {
    const { page } = await open('/guide/forms', { viewport: NARROW, javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Search' }).isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'React' }).check();
    expect(await page.getByRole('group', { name: 'React' }).isVisible()).toBe(true);
    expect(await page.getByRole('group', { name: 'HTML' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Guide: contents' }).click();
    await page.getByRole('navigation', { name: 'Guide', exact: true }).getByRole('link', { name: 'Limits' }).click();
    await page.waitForURL(`${outputs().siteUrl}/guide/limits`);
  });
});
