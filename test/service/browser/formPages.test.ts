import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/contract/formLanguages.ts';
import { FORM_PAGES, type FormPageName } from '../../../shared/contract/formPages.ts';
import { BACK_TO_FORM, FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { openOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { isIcon } from '../../support/browser/pageChecks.ts';
import { freeTabs, openTab } from '../../support/browser/tabs.ts';
import { newEndpoint, newWorkspace, outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';

const NAMES = Object.keys(FORM_PAGES) as FormPageName[];

/** Preferred languages of browsers, and the language that a page then shows. */
const LOCALES: [string, Language][] = [
  ['en-GB', 'en'],
  ['es-MX', 'es'],
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['pt-BR', 'pt'],
  ['ja', 'ja'],
  ['ar-EG', 'ar'],
  ['sv-SE', 'en'],
];
/** All pages have their languages from the same code: the short form opens each page once, and some in each browser. */
const opened = (locale: string): FormPageName[] => {
  const place = LOCALES.findIndex(([each]) => each === locale);
  return NAMES.filter((_, i) => IS_LONG || i % LOCALES.length === place);
};

const pageUrl = (name: FormPageName): string => outputs().siteUrl + FORM_PAGES[name];

const readPage = async (page: Page) => ({
  lang: await page.locator('html').getAttribute('lang'),
  dir: await page.locator('html').getAttribute('dir'),
  title: await page.title(),
  headings: await page.getByRole('heading').allTextContents(),
  current: await page.locator('nav [aria-current]').allTextContents(),
});

const expected = (name: FormPageName, language: Language) => {
  const [heading] = FORM_TEXTS[name][language];
  const { dir, name: ownName } = LANGUAGES[language];
  return { lang: language, dir, title: heading, headings: [heading], current: [ownName] };
};

describe('a page about a form', () => {
  const browser = ofSuite(openBrowser);
  const otherSite = ofSuite(openOtherSite);
  let endpointId: string;

  beforeAll(async () => {
    endpointId = (await newEndpoint((await newWorkspace()).key)).id;
  });

  afterEach(() => freeTabs(browser));

  async function inPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    await use(await openTab(browser, options));
  }

  /** One tab for all languages, with the locale set as a context would. */
  const inPageOf = (locale: string, use: (page: Page) => Promise<void>): Promise<void> =>
    inPage({}, async (page) => {
      const session = await page.context().newCDPSession(page);
      const userAgent = await page.evaluate(() => navigator.userAgent);
      await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
      await use(page);
      await session.detach();
    });

  const inNewPage = async (use: (page: Page) => Promise<void>): Promise<void> => use(await browser.newPage());

  async function sendForm(page: Page, { address = `${outputs().apiUrl}/v1/f/${endpointId}`, target = '' } = {}) {
    otherSite.files.set(
      'contact.html',
      pageWith(
        `<h1>Contact</h1><form method="post" action="${address}" target="${target}"><input name="message"><button>Send</button></form>`,
      ),
    );
    await page.goto(`${otherSite.url}/contact.html`);
    await page.getByRole('textbox').fill('What I typed');
    await page.getByRole('button').click();
  }

  describe.each(LOCALES)('to a browser in %s', (locale, language) => {
    test('speaks the right language', () =>
      inPageOf(locale, async (page) => {
        for (const name of opened(locale)) {
          await page.goto(pageUrl(name));
          expect(await readPage(page)).toEqual(expected(name, language));
        }
      }));
  });

  test('speaks the language named in the form’s URL', () =>
    inPage({ locale: 'en-GB' }, async (page) => {
      await sendForm(page, { address: `${outputs().apiUrl}/v1/f/${endpointId}#de` });
      await page.waitForURL(`${pageUrl('thankYou')}#de`);
      expect(await readPage(page)).toEqual(expected('thankYou', 'de'));
    }));

  test('ignores an unsupported language', () =>
    inPage({ locale: 'fr-FR' }, async (page) => {
      await page.goto(`${pageUrl('invalid')}#xx`);
      expect(await readPage(page)).toEqual(expected('invalid', 'fr'));
    }));

  test('lets people without scripts choose a language, without a request', () =>
    inPage({ javaScriptEnabled: false }, async (page) => {
      await sendForm(page);
      await page.waitForURL(pageUrl('thankYou'));
      const loads: string[] = [];
      page.on('request', (request) => {
        if (!isIcon(request)) loads.push(request.url());
      });
      for (const language of ['ar', 'de'] as const) {
        await page.getByRole('link', { name: LANGUAGES[language].name }).click();
        expect(await page.getByRole('heading').allTextContents()).toEqual([FORM_TEXTS.thankYou[language][0]]);
        expect(await page.locator('section:visible').getAttribute('dir')).toBe(LANGUAGES[language].dir);
      }
      expect(loads).toEqual([]);
    }));

  test('leads back to the filled-in form, also after a change of language', () =>
    inPage({ locale: 'en-GB' }, async (page) => {
      await sendForm(page);
      await page.waitForURL(pageUrl('thankYou'));
      await page.getByRole('link', { name: 'Español' }).click();
      // The page replaces its URL a moment later.
      await page.locator('html[lang="es"]').waitFor({ state: 'attached' });
      expect(await readPage(page)).toEqual(expected('thankYou', 'es'));
      await page.getByRole('button', { name: BACK_TO_FORM.es }).click();
      await page.waitForURL(`${otherSite.url}/contact.html`);
      expect(await page.getByRole('textbox').inputValue()).toBe('What I typed');
    }));

  test('offers no way back without a form', () =>
    inNewPage(async (page) => {
      await page.goto(pageUrl('thankYou'));
      expect(await page.getByRole('button').count()).toBe(0);
      const popup = page.waitForEvent('popup');
      await sendForm(page, { target: '_blank' });
      const opened = await popup;
      await opened.waitForURL(pageUrl('thankYou'));
      expect(await opened.getByRole('button').count()).toBe(0);
    }));
});
