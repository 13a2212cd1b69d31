import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { LANGUAGES } from '../../../shared/contract/formLanguages.ts';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { renderSite } from '../../../site/pages.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import {
  countReachable,
  focusStops,
  movingIn,
  overflowOf,
  SCHEMES,
  type Scheme,
  sampleSections,
  violationsOf,
  watch,
} from '../../support/browser/pageChecks.ts';
import { eventually, outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';

// Four runs of axe-core, or all tab stops, on the long page /api/all take long on a busy machine.
jest.setTimeout(240_000);

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

const PATHS_OF_FORMS: readonly string[] = Object.values(FORM_PAGES);

/** All except the dashboard, which has its own tests. */
const PATHS = renderSite({})
  .filter(({ contentType, path }) => contentType.startsWith('text/html') && path !== DASHBOARD_PATH)
  .map(({ path }) => path);

const LOOKED_AT = IS_LONG
  ? PATHS
  : [
      '/guide',
      '/guide/forms',
      '/api',
      '/api/createUpload',
      '/errors',
      // Has the longest names in its links to neighbours.
      '/errors/PAYLOAD_TOO_LARGE',
      '/404.html',
      '/thank-you',
    ];

interface View {
  page: Page;
  events: string[];
}

describe('every page in Chromium', () => {
  const browser = ofSuite(openBrowser);
  let wide: View;
  let narrow: View;

  beforeAll(async () => {
    wide = await open({ viewport: WIDE, reducedMotion: 'reduce' });
    narrow = await open({ viewport: NARROW, reducedMotion: 'reduce' });
  });

  async function open(options: BrowserContextOptions): Promise<View> {
    const page = await browser.newPage(options);
    return { page, events: watch(page, outputs().siteUrl) };
  }

  const visit = async ({ page }: View, path: string): Promise<void> => {
    await page.goto(outputs().siteUrl + path);
  };

  async function findingsOn(view: View, path: string, schemes: readonly Scheme[]): Promise<unknown[]> {
    const { page, events } = view;
    await visit(view, path);
    const findings: unknown[] = [];
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await violationsOf(page)), ...events.splice(0));
      const overflow = await overflowOf(page);
      if (overflow !== 0) findings.push(`${overflow} px too wide`);
    }
    return findings;
  }

  test.each(LOOKED_AT)('%s is accessible, fits and is quiet in both schemes and widths', async (path) => {
    const [onWide, onNarrow] = await Promise.all([
      findingsOn(wide, path, SCHEMES.wide),
      findingsOn(narrow, path, SCHEMES.narrow),
    ]);
    expect({ onWide, onNarrow }).toEqual({ onWide: [], onNarrow: [] });
  });

  test.each(PATHS_OF_FORMS)('%s is accessible and fits in each of its languages', async (path) => {
    const { page, events } = narrow;
    const languages = Object.keys(LANGUAGES);
    // The short form runs axe-core on each page in a different language.
    const checked = languages[PATHS_OF_FORMS.indexOf(path) % languages.length];
    for (const language of languages) {
      await page.goto(`${outputs().siteUrl}${path}#${language}`);
      const violations = IS_LONG || language === checked ? await violationsOf(page) : [];
      expect([language, ...violations, await overflowOf(page)]).toEqual([language, 0]);
    }
    expect(events.splice(0)).toEqual([]);
  });

  test.each(LOOKED_AT)(
    '%s can be used by keyboard, in order and with a visible focus, and respects reduced motion',
    async (path) => {
      await visit(wide, path);
      const { page, events } = wide;
      await sampleSections(page);
      const stops = await focusStops(page);
      expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
      const places = stops.map(({ place }) => place);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places).toHaveLength(await countReachable(page));
      expect(await movingIn(page)).toEqual([]);
      expect(events.splice(0)).toEqual([]);
    },
  );

  describe('a page for developers', () => {
    test('lets the keyboard skip its header', async () => {
      await visit(wide, '/errors');
      const { page } = wide;
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.locator(':focus').getAttribute('id')).toBe('content');
      await page.keyboard.press('Tab');
      expect(await page.locator('main :focus').count()).toBe(1);
    });

    test('is not at /, which leads to the dashboard', async () => {
      await wide.page.goto(`${outputs().siteUrl}/`);
      expect(wide.page.url()).toBe(outputs().siteUrl + DASHBOARD_PATH);
    });

    test('responds with 404 to unknown paths', async () => {
      const { page } = wide;
      const response = await page.goto(`${outputs().siteUrl}/guides/nowhere`);
      expect(response?.status()).toBe(404);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no page here');
    });

    test('has copy buttons, and wide code can be scrolled by keyboard', async () => {
      const page = await browser.newPage({ viewport: NARROW, permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(`${outputs().siteUrl}/guide/forms`);
      await page.getByRole('radio', { name: 'fetch' }).check();
      const box = page.getByRole('group', { name: 'contact.js' });
      await page.getByRole('button', { name: 'Copy contact.js' }).click();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await box.textContent());
      await box.focus();
      await page.keyboard.press('ArrowRight');
      // Not with `waitForFunction`, which evaluates its text in the page, where the content security policy forbids it.
      await eventually(
        () => page.evaluate('document.activeElement.scrollLeft'),
        (scrollLeft) => Number(scrollLeft) > 0,
      );
      await page.context().close();
    });
  });
});
