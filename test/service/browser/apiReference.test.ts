import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { openBrowser } from '../../support/browser.ts';
import { overflowOf, SCHEMES, sampleSections, violationsOf, watch } from '../../support/pageChecks.ts';
import { eventually, outputs } from '../../support/service.ts';
import { freeTabs, openTab } from '../../support/tabs.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

describe('the API reference in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(() => freeTabs(browser));
  afterAll(() => browser?.close());

  /** The page at a place, and what goes wrong on it; keeping still, because to scroll smoothly is to paint again and again. */
  async function open(hash = '', options: Parameters<Browser['newPage']>[0] = { viewport: WIDE }) {
    const page = await openTab(browser, { reducedMotion: 'reduce', ...options });
    const events = watch(page, outputs().siteUrl);
    await page.goto(`${outputs().siteUrl}/api${hash}`);
    return { page, events };
  }

  /** Waits until the address names a place; Playwright hears of it a moment after the page. */
  const expectPlace = (page: Page, id: string): Promise<void> => page.waitForURL(({ hash }) => hash === `#${id}`);

  /** Where the top of an operation is on the screen, as a share of its height. */
  const topOf = (page: Page, id: string): Promise<number> =>
    page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top / innerHeight`);

  /** Waits until an operation is at the top of the screen; scrolling may be smooth. */
  async function expectShown(page: Page, id: string): Promise<void> {
    await eventually(
      () => topOf(page, id),
      (top) => top >= 0 && top < 1 / 3,
    );
    expect(await page.locator(`#${id} > h3`).isVisible()).toBe(true);
  }

  test('shows every operation with a command that calls it, and offers the document that it was made from', async () => {
    const { page, events } = await open();
    const shown = await page.evaluate<
      Record<string, string>[]
    >(`${JSON.stringify(OPERATIONS.map(({ id }) => id))}.map((id) => {
      const textOf = (selector) => document.querySelector('#' + id + ' ' + selector)?.textContent;
      return { summary: textOf('h3'), route: textOf('.route'), command: textOf('[role="group"][aria-label="curl"]') };
    })`);
    for (const [i, { summary, method, path }] of OPERATIONS.entries()) {
      const { command, ...rest } = shown[i] ?? {};
      expect(rest).toEqual({ summary, route: `${method} ${path}` });
      const address = outputs().apiUrl + path.replace(/\{.*/, '');
      expect(command).toMatch(new RegExp(`^curl (-i |-L -o file )?(-X ${method} )?'?${address}`));
    }
    expect(await page.locator('.sections .route').count()).toBe(OPERATIONS.length);
    const address = await page.getByRole('link', { name: 'the OpenAPI 3.1 document' }).getAttribute('href');
    const response = await fetch(outputs().siteUrl + address);
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers.map(({ url }) => url)).toEqual([outputs().apiUrl]);
    expect(events).toEqual([]);
  });

  test('is searched by keyboard alone: by name, by path, by field and by error', async () => {
    const { page, events } = await open();
    const results = page.locator('.results a');
    const type = async (text: string) => {
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('');
      await page.keyboard.type(text);
    };

    await type('verify');
    expect(await results.first().textContent()).toContain('Verify a key');
    await page.keyboard.press('Enter');
    await expectPlace(page, 'verifyKey');
    await expectShown(page, 'verifyKey');

    await type('/v1/f/');
    expect(await results.first().textContent()).toContain('Create a submission');

    await type('redirecturl');
    const found = await results.allTextContents();
    expect(found.some((name) => name.startsWith('Update an endpoint'))).toBe(true);
    expect(found.some((name) => name.startsWith('List keys'))).toBe(false);
    expect(await page.getByRole('status').first().textContent()).toBe(`${found.length} found`);

    await type('usage_exceeded');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').textContent()).toContain('Create a key');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectPlace(page, 'createEndpoint');

    await type('quite unheard of');
    expect(await page.getByRole('status').first().textContent()).toBe('Nothing found');
    await page.keyboard.press('Escape');
    expect(await results.count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Reference' }).getByRole('link').count()).toBeGreaterThan(20);
    expect(events).toEqual([]);
  });

  test('leads by its address to an operation, and marks it in the contents', async () => {
    const { page, events } = await open('#updateSubmission', { viewport: WIDE, reducedMotion: 'no-preference' });
    await expectShown(page, 'updateSubmission');
    const marked = page.locator('.groups a[aria-current]');
    await eventually(
      () => marked.allTextContents(),
      (names) => names.join() === 'Update a submissionPUT',
    );
    expect(await marked.isVisible()).toBe(true);
    await page.locator('#updateSubmission').getByRole('link', { name: 'FORBIDDEN' }).click();
    await page.waitForURL(`${outputs().siteUrl}/errors/FORBIDDEN`);
    expect(events).toEqual([]);
  });

  test('searches and leads about on a phone, and asks nothing of the network for it', async () => {
    const { page, events } = await open('', { viewport: NARROW, colorScheme: 'dark', hasTouch: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const contents = page.getByRole('navigation', { name: 'Reference' });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents and search' }).tap();
    await page.getByRole('searchbox').fill('spam');
    expect(await overflowOf(page)).toBe(0);
    await contents.getByRole('link', { name: 'Update a submission' }).tap();
    expect(await contents.isVisible()).toBe(false);
    await expectShown(page, 'updateSubmission');
    await page.getByRole('button', { name: 'Contents and search' }).tap();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await contents.isVisible()).toBe(false);
    // The browser itself may look for the icon again.
    expect(asked.filter((address) => !address.endsWith('.svg'))).toEqual([]);
    await page.getByRole('button', { name: 'Contents and search' }).tap();
    await page.getByRole('searchbox').fill('spam');
    await sampleSections(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(events).toEqual([]);
  });

  test.each(SCHEMES.wide)(
    'is accessible in the %s with results found, and with its long lists unfolded',
    async (colorScheme) => {
      const { page } = await open('', { viewport: WIDE, colorScheme });
      await page.getByRole('searchbox').fill('key');
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      expect(await overflowOf(page)).toBe(0);
      await sampleSections(page);
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  test('is whole without a script, but for the search', async () => {
    const { page } = await open('', { viewport: NARROW, javaScriptEnabled: false });
    expect(await page.locator('.entry').count()).toBeGreaterThan(OPERATIONS.length);
    await page.getByRole('button', { name: 'Contents and search' }).click();
    const contents = page.getByRole('navigation', { name: 'Reference' });
    expect(await contents.isVisible()).toBe(true);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await contents.getByRole('link', { name: 'List keys' }).click();
    await expectPlace(page, 'listKeys');
  });
});
