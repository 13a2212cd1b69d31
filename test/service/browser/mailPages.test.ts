import { afterEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../shared/contract/formLanguages.ts';
import { confirmPageUrl, TEST_TOKEN, unsubscribePageUrl } from '../../../shared/contract/sitePages.ts';
import {
  confirmToken,
  hashedMailbox,
  unsubscribeToken,
} from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { pendingKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { CONFIRM_TEXTS } from '../../../site/mailPages/confirmTexts.ts';
import { LINK_GONE, LINK_OF_TEST, UNSUBSCRIBE_TEXTS } from '../../../site/mailPages/mailTexts.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { isIcon, overflowOf, type Scheme, violationsOf } from '../../support/browser/pageChecks.ts';
import { freeTabs, openTab, setLanguage } from '../../support/browser/tabs.ts';
import {
  eventually,
  newEndpoint,
  newWorkspace,
  outputs,
  sharedTable,
  uniqueSlug,
} from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const FORM = 'Küche & Bad #1';
const CODES = Object.keys(LANGUAGES) as Language[];

const browser = ofSuite(openBrowser);
afterEach(() => freeTabs(browser));

async function openIn(language: Language, link: string, colorScheme: Scheme = 'light'): Promise<Page> {
  // Colors in transition have no contrast of their own.
  const page = await openTab(browser, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  await setLanguage(page, language);
  await page.emulateMedia({ colorScheme });
  await page.goto(link);
  return page;
}

const schemeOf = (language: Language, schemes: [Scheme, Scheme]): Scheme =>
  schemes[CODES.indexOf(language) % 2 === 0 ? 0 : 1];

const expectAccessible = async (page: Page) =>
  expect([await violationsOf(page), await overflowOf(page)]).toEqual([[], 0]);

async function givenMailbox() {
  const secret = await new ConfirmationSecret(sharedTable()).findOrMake();
  const mailbox = hashedMailbox(secret, `${uniqueSlug()}@example.com`);
  const isUnsubscribed = async () => (await sharedTable().get(unsubscribedKey(mailbox))) !== undefined;
  return { token: unsubscribeToken(secret, mailbox), isUnsubscribed };
}

const addressWith = (token: string): string => `${outputs().siteUrl}/mail/unsubscribe${token && `#${token}`}`;
/** A pending submission of a new endpoint, the link to confirm it, and where it is now. */
async function givenPending() {
  const { key } = await newWorkspace();
  const { id: endpointId } = await newEndpoint(key);
  const { submissions } = createRepositories(sharedTable());
  const { id } = await submissions.create(endpointId, { data: {}, location: 'Spain', isPending: true });
  const secret = await new ConfirmationSecret(sharedTable()).findOrMake();
  const link = confirmPageUrl(outputs().siteUrl, endpointId, confirmToken(secret, endpointId, id), FORM);
  const place = async () => {
    const [pending, stored] = await Promise.all(
      [pendingKey, submissionKey].map((keyOf) => sharedTable().get(keyOf(endpointId, id))),
    );
    return pending ? 'pending' : stored ? 'confirmed' : 'gone';
  };
  return { link, place };
}

const heading = (page: Page): Promise<string[]> => page.getByRole('heading').allTextContents();

describe('the page to unsubscribe', () => {
  test.each(CODES)(
    'speaks %s, is accessible before and after, and unsubscribes at the press of its button',
    async (language) => {
      const { token, isUnsubscribed } = await givenMailbox();
      const page = await openIn(language, addressWith(token), schemeOf(language, ['light', 'dark']));
      const { ask, button, done } = UNSUBSCRIBE_TEXTS[language];
      expect(await heading(page)).toEqual([ask[0]]);
      expect(await page.locator('html').getAttribute('dir')).toBe(LANGUAGES[language].dir);
      expect(page.url()).not.toContain(token);
      await expectAccessible(page);
      expect(await isUnsubscribed()).toBe(false);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('heading', { name: done[0] }).waitFor();
      expect(await isUnsubscribed()).toBe(true);
      await expectAccessible(page);
    },
  );

  test.each([
    ['', 'at once'],
    ['0'.repeat(43), 'after its button'],
  ])('says that a link with the token %j does not work, %s', async (token) => {
    const page = await openIn('en', addressWith(token));
    if (token) await page.getByRole('button').click();
    await page.getByRole('heading', { name: LINK_GONE.en[0] }).waitFor();
  });
});

const TEST_LINKS = [
  unsubscribePageUrl(outputs().siteUrl, TEST_TOKEN),
  confirmPageUrl(outputs().siteUrl, 'enp_1', TEST_TOKEN, FORM),
];

describe.each(TEST_LINKS)('the link of a test, %s', (link) => {
  test.each(CODES)('looks like any other link, and its button only says in %s that this was a test', async (locale) => {
    const page = await openIn(locale, link);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (!isIcon(request)) requested.push(request.url());
    });
    await page.getByRole('button').first().click();
    await page.getByRole('heading', { name: LINK_OF_TEST[locale][0] }).waitFor();
    expect(requested).toEqual([]);
    await expectAccessible(page);
  });
});

describe('the page to confirm', () => {
  test.each(CODES)('speaks %s, is accessible, says that it is too early, and confirms by its button', async (code) => {
    const { link, place } = await givenPending();
    const page = await openIn(code, link, schemeOf(code, ['dark', 'light']));
    const { ask, buttons, early, done } = CONFIRM_TEXTS[code];
    expect(await heading(page)).toEqual([ask[0]]);
    expect(await page.getByRole('button').allTextContents()).toEqual(Object.values(buttons));
    expect(page.url()).not.toContain('enp_');
    expect(await page.locator('.whose').textContent()).toBe(`${FORM}Forms backend`);
    await expectAccessible(page);
    await page.reload();
    expect(await heading(page)).toEqual([ask[0]]);
    expect(await place()).toBe('pending');
    await page.getByRole('button', { name: buttons.resend }).click();
    await page.getByRole('heading', { name: early[0] }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: buttons.confirm }).click();
    await page.getByRole('heading', { name: done.confirm[0] }).waitFor();
    expect(await place()).toBe('confirmed');
    await expectAccessible(page);
    await page.locator('nav').getByRole('link', { name: LANGUAGES.fr.name }).click();
    await eventually(() => page.evaluate("location.hash === '#fr' && history.state !== null"), Boolean);
    await page.reload();
    expect(await heading(page)).toEqual([CONFIRM_TEXTS.fr.done.confirm[0]]);
    expect(await page.evaluate('history.state.link')).toBe('');
  });

  test.each([
    ['Locked: call +49 (0) 800 12-34', ''],
    ['Locked: call ٠٨٠٠١٢٣٤', ''],
    ['Your account is locked, visit evil.example', ''],
    ['evil。example', ''],
    ['https:/evil', ''],
    ['Locked: open 5.9.1.22', ''],
    ['Locked: open 5。9․1。22', ''],
    ['evil.\u0301example', ''],
    ['evil\u2044locked', ''],
    ['Locked'.repeat(11), ''],
    ['Write to help@evil', ''],
    ['Write to help＠evil', ''],
    ['Locked\u200b', ''],
    ['Locked\u202e', ''],
    ['evil.\u200dexample', ''],
    ['Locked: open 5.\u200c9.1.22', ''],
    ['Locked: call 0800\u200d12\u200c34', ''],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d💻 ❤️', '👩\u200d💻 ❤️'],
    ['Summer party 2026, no. 12', 'Summer party 2026, no. 12'],
    ['Fête St. Jean', 'Fête St. Jean'],
  ])('shows the form name “%s” of a link as “%s”, so it cannot lead anybody elsewhere', async (form, shown) => {
    const page = await openIn('en', confirmPageUrl(outputs().siteUrl, 'enp_1', TEST_TOKEN, form));
    expect(await page.locator('.whose bdi').textContent()).toBe(shown);
  });

  test('deletes by its button, and then offers nothing to confirm', async () => {
    const { link, place } = await givenPending();
    const { buttons, done, gone } = CONFIRM_TEXTS.en;
    const page = await openIn('en', link);
    await page.getByRole('button', { name: buttons.delete }).click();
    await page.getByRole('heading', { name: done.delete[0] }).waitFor();
    expect(await place()).toBe('gone');
    const again = await openIn('en', link);
    await again.getByRole('button', { name: buttons.confirm }).click();
    await again.getByRole('heading', { name: gone[0] }).waitFor();
    await expectAccessible(again);
  });
});
