import { describe, expect, test } from '@jest/globals';
import { openDashboard } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, newSubmission } from '../../../support/cloud/service.ts';

const COUNT = 45;

describe("the dashboard's side bar with many endpoints", () => {
  const own = ownBrowser();

  test('shows the open one, is filtered and sorted, and is one tab stop with arrow keys', async () => {
    const ids: string[] = [];
    for (let each = 1; each <= COUNT; each++) {
      const name = `Newsletter sign-up of site ${each}`;
      ids.push((await newEndpoint(own.key, { name, slug: `site-${each}` })).id);
    }
    await newSubmission(ids[20] ?? '', { email: 'ada@example.com' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${ids[30]}/use` });
    const nav = page.getByRole('navigation', { name: 'Endpoints' });
    const links = nav.getByRole('link');
    const names = async () => (await links.locator('bdi').allTextContents()).map((text) => /\d+/.exec(text)?.[0]);
    const open = nav.getByRole('link', { name: 'site 31' });
    await open.waitFor();
    const isInView = (locator: typeof open) =>
      locator.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const list = element.closest('ul')?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
        // Browsers scroll by whole pixels.
        return top > list.top - 1 && bottom < list.bottom + 1;
      });
    expect(await isInView(open)).toBe(true);
    for (const name of ['New endpoint', 'API keys']) {
      const box = await page.getByRole('complementary').getByRole('link', { name }).boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    }
    // Two lines hold the name.
    expect(await open.locator('bdi').evaluate((name) => name.scrollHeight <= name.clientHeight + 1)).toBe(true);

    expect((await names()).slice(0, 3)).toEqual(['1', '2', '3']);
    await page.getByLabel('Order').selectOption('Newest first');
    expect((await names()).slice(0, 2)).toEqual(['45', '44']);
    await page.getByLabel('Order').selectOption('Unread first');
    await nav.locator('.badge').waitFor();
    expect((await names())[0]).toBe('21');

    await open.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator(':focus').getAttribute('title')).toBe('Newsletter sign-up of site 29');
    expect(await nav.locator('a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${ids[20]}`);

    await page.getByLabel('Filter endpoints').fill('site 4');
    expect(await names()).toEqual(['4', '14', '24', '34', '40', '41', '42', '43', '44', '45']);
    await page.reload();
    await page.getByLabel('Order').waitFor();
    expect(await page.getByLabel('Order').inputValue()).toBe('unread');
  }, 180_000);

  test('lists the action first in the palette if its words are typed', async () => {
    await newEndpoint(own.key, { name: 'Newsletter' });
    const { page } = await openDashboard(own.browser, { key: own.key });
    await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link').first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('new');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create endpoint' }).waitFor();
  });
});
