import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/formLanguages.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { PAGE_TEXTS } from '../../../shared/fields/page/pageTexts.ts';
import { type OnOtherSite, onOtherSite, openOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { ownBrowser } from '../../support/browser/ownBrowser.ts';
import { overflowOf, violationsOf } from '../../support/browser/pageChecks.ts';
import { openTab, setLanguage, untilLoaded } from '../../support/browser/tabs.ts';
import { PDF } from '../../support/cloud/postedFiles.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const RULES: FieldRule[] = [
  { name: 'name', label: 'Your name', type: 'text', required: true, maxLength: 80 },
  { name: 'email', label: 'Email <address>', type: 'email', required: true },
  { name: 'friends', label: 'Friends', type: 'email', multiple: true },
  { name: 'guests', label: 'Guests', type: 'number', min: 1, max: 8 },
  { name: 'day', label: 'Day', type: 'date', min: '2026-01-01' },
  { name: 'colour', label: 'Colour', type: 'color' },
  {
    name: 'room',
    label: 'Room',
    type: 'select',
    required: true,
    options: ['Blue', { value: 'g', label: 'Green & quiet' }],
  },
  { name: 'extras', label: 'Extras', type: 'checkbox', options: ['Parking', 'Breakfast', 'Late'], multiple: true },
  { name: 'paid', label: 'Payment', type: 'radio', options: ['Card', 'Invoice'], required: true },
  { name: 'terms', label: 'I accept the terms', type: 'checkbox', required: true },
  { name: 'notes', label: 'Notes', type: 'textarea', minLength: 5 },
  { name: 'source', type: 'hidden' },
];

const TYPED: [name: string, value: string][] = [
  ['name', 'Ada "Lovelace" <b>'],
  ['email', 'ada'],
  ['friends', 'bob@example.com,eve@example.com'],
  ['guests', '12'],
  ['day', '2026-12-24'],
  ['colour', '#ff8800'],
  ['room', 'g'],
  ['extras', 'Parking'],
  ['extras', 'Late'],
  ['paid', ''],
  ['notes', '\nFirst line\nsecond'],
  ['source', 'newsletter'],
  ['_subject', 'A booking'],
  ['unasked', 'kept'],
];

const formOf = (endpointId: string, fields: readonly (readonly [string, string])[] = TYPED) => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const areas = fields.map(([name, value]) => `<textarea name="${name}">\n${escaped(value)}</textarea>`).join('');
  const action = `${outputs().apiUrl}/v1/f/${endpointId}`;
  return pageWith(`<form method="post" action="${action}" accept-charset="utf-8">${areas}<button>Send</button></form>`);
};

describe('a rejected form, in a browser without scripts', () => {
  let { otherSite, key, page } = {} as OnOtherSite;

  onOtherSite(
    (own) => {
      ({ otherSite, key, page } = own);
    },
    { javaScriptEnabled: false, locale: 'en-GB' },
  );

  async function post(html: string, shown = page): Promise<void> {
    otherSite.files.set('form.html', html);
    await shown.goto(`${otherSite.url}/form.html`);
    await untilLoaded(shown, () => shown.getByRole('button', { name: 'Send' }).click());
  }

  const submissionsOf = async (id: string) => (await send('GET', `/v1/submissions/${id}`, { key })).json.submissions;
  const errors = (shown = page) => shown.locator('.error').allTextContents();

  test('is shown again with the entered values and four errors, and is stored once after correction', async () => {
    const { id } = await newEndpoint(key, { fields: RULES, allowedOrigins: [otherSite.url] });
    await post(formOf(id));
    expect(page.url()).toBe(`${outputs().apiUrl}/v1/f/${id}`);
    expect(await errors()).toEqual([
      'The @ is missing, as in name@example.com.',
      'Enter 8 or less.',
      'Choose an option.',
      'Tick this box.',
    ]);
    for (const [name, value] of TYPED.filter(([name]) => !['extras', 'paid', 'notes'].includes(name))) {
      expect([name, await page.locator(`[name="${name}"]`).inputValue()]).toEqual([name, value]);
    }
    expect(await page.getByLabel('Notes').inputValue()).toBe('\nFirst line\nsecond');
    expect(await page.getByLabel('Parking').isChecked()).toBe(true);
    expect(await page.getByLabel('Breakfast').isChecked()).toBe(false);
    expect(await page.locator('[name="email"]').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('radiogroup', { name: 'Payment' }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Email <address>').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await submissionsOf(id)).toEqual([]);

    await page.getByLabel('Email <address>').fill('ada@example.com');
    await page.getByLabel('Guests').fill('2');
    await page.getByLabel('Invoice').check();
    await page.getByLabel('I accept the terms').check();
    await untilLoaded(page, () => page.getByRole('button', { name: 'Send' }).click());
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    const typed = Object.fromEntries(TYPED.filter(([name]) => name !== '_subject' && name !== 'extras'));
    const corrected = {
      email: 'ada@example.com',
      guests: '2',
      paid: 'Invoice',
      terms: 'on',
      extras: ['Parking', 'Late'],
      friends: ['bob@example.com', 'eve@example.com'],
    };
    const notes = typed.notes?.replaceAll('\n', '\r\n');
    expect(await submissionsOf(id)).toEqual([expect.objectContaining({ data: { ...typed, ...corrected, notes } })]);
  });

  test('does not show passwords and card numbers, and asks for files again', async () => {
    const { id } = await newEndpoint(key, {
      files: { maxCount: 1, maxBytes: 100_000, types: ['application/pdf'] },
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'code', label: 'Secret code', type: 'password' },
        { name: 'payment', type: 'text' },
        { name: 'cv', type: 'file', accept: '.pdf' },
      ],
    });
    const secrets = ['hunter2', '4111 1111 1111 1111', '5500005555555559'] as const;
    const body = new FormData();
    for (const [name, value] of Object.entries({ code: secrets[0], payment: secrets[1], other: secrets[2] })) {
      body.append(name, value);
    }
    body.append('cv', new Blob([new Uint8Array(PDF)]), 'cv.pdf');
    const { text } = await fetchPage(id, body);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text.split(PAGE_TEXTS.enterAgain.en)).toHaveLength(4);
    expect(text.split(PAGE_TEXTS.chooseFileAgain.en)).toHaveLength(2);
  });

  async function fetchPage(id: string, body: FormData | URLSearchParams, headers: Record<string, string> = {}) {
    const sent = new Response(body);
    const type = { 'Content-Type': sent.headers.get('content-type') ?? '' };
    const answer = await sendExactly(`${outputs().apiUrl}/v1/f/${id}`, {
      method: 'POST',
      headers: { ...type, ...headers },
      body: new Uint8Array(await sent.arrayBuffer()),
    });
    return { answer, text: answer.text };
  }

  test('leaves out unknown fields, and names them', async () => {
    const fields = [{ name: 'a', type: 'text' as const }];
    const { id } = await newEndpoint(key, { name: '<i>Form', fields, unknownFields: 'refuse' });
    await post(formOf(id, [['a', 'x'], ['<b>', 'y']])); // biome-ignore format: short
    expect(await page.locator('bdi').allTextContents()).toEqual(['<i>Form', '<b>']);
    await page.getByRole('button').click();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    expect(await submissionsOf(id)).toEqual([expect.objectContaining({ data: { a: 'x' } })]);
  });

  test('runs no submitted script, and loads nothing', async () => {
    const { id } = await newEndpoint(key, { fields: [{ name: 'a', label: '"><script>', type: 'number' }] });
    const { answer, text } = await fetchPage(
      id,
      new URLSearchParams({ a: '"><script>alert(1)</script>', "'b>": '</form>' }),
    );
    expect(text).not.toContain('<script');
    expect(text.split('</form>')).toHaveLength(2);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' https: http:; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test.each(Object.keys(LANGUAGES) as Language[])('speaks %s to a browser of that language', async (language) => {
    const { id } = await newEndpoint(key, { fields: RULES });
    const { text } = await fetchPage(id, new URLSearchParams({ email: 'x' }), {
      'Accept-Language': `xx, ${language};q=0.5`,
    });
    expect(text).toContain(`<html lang="${language}" dir="${LANGUAGES[language].dir}">`);
    for (const name of ['heading', 'text', 'send'] as const) expect(text).toContain(PAGE_TEXTS[name][language]);
    const named = await fetchPage(`${id}?lang=${language}`, new URLSearchParams({ email: 'x' }));
    expect(named.text).toBe(text);
  });
});

describe('the page with a rejected form', () => {
  const own = ownBrowser();
  const otherSite = ofSuite(openOtherSite);

  async function sendForm(page: Page, html: string): Promise<void> {
    otherSite.files.set('form.html', html);
    await page.goto(`${otherSite.url}/form.html`);
    await untilLoaded(page, () => page.getByRole('button').click());
  }

  test.each([
    ['light', 'en-GB', 1_000],
    ['dark', 'ar', 1_000],
    ['light', 'ar', 320],
    ['dark', 'ja', 320],
  ] as const)('is accessible and fits: %s, %s, %i wide', async (colorScheme, locale, width) => {
    const page = await openTab(own.browser, { bypassCSP: true });
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await setLanguage(page, locale);
    const { id } = await newEndpoint(own.key, { fields: [...RULES, { name: 'cv', type: 'file' }] });
    await sendForm(page, formOf(id));
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });

  test('has the captcha of the endpoint, which runs under the policy of the page', async () => {
    const { browser, key } = own;
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const { id } = await newEndpoint(key, { fields: [{ name: 'a', type: 'number' }], captcha: { provider: 'altcha' } });
    await sendForm(page, formOf(id, [['a', 'x']]));
    await page.getByRole('checkbox').click({ force: true });
    await page.locator('altcha-widget [data-state="verified"]').waitFor({ timeout: 60_000 });
    await page.locator('[name="a"]').fill('1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${outputs().siteUrl}/thank-you`);
    // The 400 itself is the console's only error.
    expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
    const { json } = await send('GET', `/v1/submissions/${id}`, { key });
    expect(json.submissions).toEqual([expect.objectContaining({ data: { a: '1' }, isSpam: false })]);
  }, 120_000);
});
