import { describe, expect, test } from '@jest/globals';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';
import { filledIn } from '../../support/site/guideExamples.ts';

/** A few seconds, next to other tests on the same processor. */
const SOLVED_WITHIN_MS = 30_000;

describe('a form of the guide against spam, on a page of another origin', () => {
  let { otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;

  onOtherSite(async (own) => {
    ({ otherSite, key, page } = own);
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
