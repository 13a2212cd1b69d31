import { afterEach, describe, expect, test } from '@jest/globals';
import { openBrowser } from '../../support/browser.ts';
import { openOne, rowWith, tabOf } from '../../support/dashboard.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { outputs } from '../../support/service.ts';
import { openSignInSite } from '../../support/signInSite.ts';
import { freeTabs, openTab } from '../../support/tabs.ts';

describe('the landing page in Chromium', () => {
  const browser = ofSuite(openBrowser);
  const site = ofSuite(openSignInSite);

  afterEach(() => freeTabs(browser));

  async function open() {
    const { workspaceId, apiKey: key } = outputs();
    const page = await openTab(browser, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const { surprises } = tabOf(page, site.url);
    await page.goto(`${site.url}/${site.newLink({ workspaceId, key }).path}`);
    return { page, surprises };
  }

  test('leads, without a terminal, from its demo form to the submission in the dashboard', async () => {
    const { page, surprises } = await open();
    expect(page.url()).toBe(`${site.url}/`);
    const name = `Newcomer ${Date.now()}`;
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/thank-you$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Open the dashboard', exact: true }).click();
    await rowWith(page, name).click();
    await openOne(page).getByText('newcomer@example.com').first().waitFor();
    // The form's thank-you page is on the shared service's site.
    expect(surprises().filter((event) => !event.startsWith(`request: ${outputs().siteUrl}/`))).toEqual([]);
  });

  test('opens the dashboard a second time with the key that is signed in, and no code', async () => {
    const { page, surprises } = await open();
    const dashboard = page.getByRole('link', { name: 'Open the dashboard', exact: true });
    for (let visit = 0; visit < 2; visit++) {
      await dashboard.click();
      await page.locator('.frame').waitFor();
      await page.goto(`${site.url}/`);
    }
    expect(await dashboard.getAttribute('href')).toBe('/app');
    expect(surprises()).toEqual([]);
  });

  test.each([1280, 768, 360])('shows the form to paste whole, %d pixels wide', async (width) => {
    const page = await openTab(browser, { viewport: { width, height: 800 } });
    await page.goto(`${site.url}/`);
    const overflow =
      'document.querySelector(".hero pre").scrollWidth - document.querySelector(".hero pre").clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await page.getByRole('group', { name: 'Paste this into your page' }).textContent()).toContain('</form>');
  });

  test.each(['light', 'dark'] as const)('shows the dashboard in the %s scheme', async (colorScheme) => {
    const page = await openTab(browser, { colorScheme });
    await page.goto(`${site.url}/`);
    const shown = await page.getByRole('img', { name: /^The dashboard/ }).evaluate((image) => {
      const { currentSrc, naturalWidth } = image as unknown as { currentSrc: string; naturalWidth: number };
      return { currentSrc, isThere: naturalWidth > 0 };
    });
    expect(shown).toEqual({ currentSrc: expect.stringContaining(`dashboard-${colorScheme}`), isThere: true });
  });
});
