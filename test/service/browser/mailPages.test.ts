import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/contract/formLanguages.ts';
import { hashedMailbox, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmationSecret.ts';
import { LINK_GONE, UNSUBSCRIBE_TEXTS } from '../../../site/mailTexts.ts';
import { openBrowser } from '../../support/browser.ts';
import { overflowOf, violationsOf } from '../../support/pageChecks.ts';
import { outputs, sharedTable, uniqueSlug } from '../../support/service.ts';

const CODES = Object.keys(LANGUAGES) as Language[];

async function givenMailbox() {
  const secret = await new ConfirmationSecret(sharedTable()).findOrMake();
  const mailbox = hashedMailbox(secret, `${uniqueSlug()}@example.com`);
  const isUnsubscribed = async () => (await sharedTable().get(unsubscribedKey(mailbox))) !== undefined;
  return { token: unsubscribeToken(secret, mailbox), isUnsubscribed };
}

const addressWith = (token: string): string => `${outputs().siteUrl}/mail/unsubscribe${token && `#${token}`}`;
const heading = (page: Page): Promise<string[]> => page.getByRole('heading').allTextContents();

describe('the page to unsubscribe', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test.each(CODES)(
    'speaks %s, is accessible before and after, and unsubscribes at the press of its button',
    async (language) => {
      const { token, isUnsubscribed } = await givenMailbox();
      const context = await browser.newContext({
        ...{ locale: language, viewport: { width: 360, height: 740 } },
        colorScheme: CODES.indexOf(language) % 2 === 0 ? 'light' : 'dark',
      });
      const page = await context.newPage();
      const { ask, button, done } = UNSUBSCRIBE_TEXTS[language];
      await page.goto(addressWith(token));
      expect(await heading(page)).toEqual([ask.heading]);
      expect(await page.locator('html').getAttribute('dir')).toBe(LANGUAGES[language].dir);
      expect(page.url()).not.toContain(token);
      expect([await violationsOf(page), await overflowOf(page)]).toEqual([[], 0]);
      expect(await isUnsubscribed()).toBe(false);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('heading', { name: done.heading }).waitFor();
      expect(await isUnsubscribed()).toBe(true);
      expect([await violationsOf(page), await overflowOf(page)]).toEqual([[], 0]);
      await context.close();
    },
  );

  test.each([
    ['', 'at once'],
    ['0'.repeat(43), 'after its button'],
  ])('says of the token %j that the link does not work, %s', async (token) => {
    const page = await browser.newPage({ locale: 'en' });
    await page.goto(addressWith(token));
    if (token) await page.getByRole('button').click();
    await page.getByRole('heading', { name: LINK_GONE.en.heading }).waitFor();
    await page.close();
  });
});
