import { describe, expect, test } from '@jest/globals';
import { FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { filledIn } from '../../support/guideExamples.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/otherSite.ts';
import { newEndpoint, outputs, send } from '../../support/service.ts';
import { submissionsOf } from '../../support/submissions.ts';
import { openTab } from '../../support/tabs.ts';

/** A few seconds, next to other tests on the same processor. */
const SOLVED_WITHIN_MS = 30_000;

describe('a form of the guide against spam, on a page of another origin', () => {
  let { browser, otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;

  onOtherSite(async (own) => {
    ({ browser, otherSite, key, page } = own);
    endpointId = (await newEndpoint(key)).id;
  });

  const askForAltcha = () =>
    send('PUT', `/v1/endpoint/${endpointId}`, { key, json: { captcha: { provider: 'altcha' } } });

  async function open(example: string): Promise<void> {
    const values = {
      'https://YOUR-API': outputs().apiUrl,
      'https://YOUR-SITE': outputs().siteUrl,
      'YOUR-ENDPOINT-ID': endpointId,
    };
    otherSite.files.set('contact.html', pageWith(filledIn(example, values)));
    await page.goto(`${otherSite.url}/contact.html`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Hello');
  }

  /** Like a person: a click on the widget's label, which is all it needs. */
  async function solve(): Promise<void> {
    await page.getByText("I'm not a robot").click();
    await page.locator('altcha-widget [data-state="verified"]').waitFor({ timeout: SOLVED_WITHIN_MS });
  }

  const pressSend = () => page.getByRole('button', { name: 'Send' }).click();
  const landing = () => page.waitForURL((url) => url.origin === outputs().siteUrl);
  const reasons = async () => (await submissionsOf(key, endpointId)).map(({ spamReason = 'none' }) => spamReason);

  test('with ALTCHA is sent once the browser has computed the solution, and contacts only this service', async () => {
    await askForAltcha();
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await open('altcha.html');
    await solve();
    await pressSend();
    await landing();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    expect(await submissionsOf(key, endpointId)).toMatchObject([
      { isSpam: false, data: { email: 'ada@example.com', message: 'Hello' } },
    ]);
    expect(await page.context().cookies()).toEqual([]);
    const ours = [outputs().apiUrl, outputs().siteUrl, otherSite.url].map((url) => new URL(url).origin);
    expect([...hosts].filter((host) => host !== 'null' && !ours.includes(host))).toEqual([]);
  });

  test('with ALTCHA is held if it reuses a solution, or one of another endpoint', async () => {
    await askForAltcha();
    await open('altcha.html');
    await solve();
    const altcha = await page.locator('input[name="altcha"]').inputValue();
    const [first, other] = [endpointId, (await newEndpoint(key)).id];
    await send('PUT', `/v1/endpoint/${other}`, { key, json: { captcha: { provider: 'altcha' } } });
    for (const id of [first, first, other]) {
      const answer = await send('POST', `/v1/f/${id}`, { body: new URLSearchParams({ message: 'Hello', altcha }) });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${outputs().siteUrl}/thank-you`]);
    }
    expect(await reasons()).toEqual(['captcha_failed', 'none']);
    endpointId = other;
    expect(await reasons()).toEqual(['captcha_failed']);
  });

  test('with ALTCHA in a browser without scripts leads to a page that explains the missing check', async () => {
    await askForAltcha();
    page = await openTab(browser, { javaScriptEnabled: false });
    await open('altcha.html');
    await pressSend();
    await landing();
    expect(page.url()).toBe(`${outputs().siteUrl}/form/captcha`);
    await page.getByRole('heading', { name: FORM_TEXTS.captcha.en[0] }).waitFor();
    expect(await reasons()).toEqual([]);
  });

  test('with a honeypot: it is invisible, the Tab key skips it, and people’s submissions are not held', async () => {
    await open('honeypot.html');
    const honeypot = page.locator('input[name="_gotcha"]');
    expect(await honeypot.boundingBox()).toMatchObject({ x: expect.any(Number) });
    expect((await honeypot.boundingBox())?.x).toBeLessThan(-1_000);
    expect(await page.getByRole('textbox').count()).toBe(2);
    await page.getByLabel('Message').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    await pressSend();
    await landing();
    await open('honeypot.html');
    await honeypot.evaluate((field: HTMLInputElement) => {
      field.value = 'https://spam.example';
    });
    await pressSend();
    await landing();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    expect(await reasons()).toEqual(['honeypot', 'none']);
  });
});
