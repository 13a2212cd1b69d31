import { describe, expect, test } from '@jest/globals';
import type { Response } from 'playwright-core';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { SECURITY_HEADERS } from '../../../site/securityHeaders.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/otherSite.ts';
import { newEndpoint, outputs, send, sharedTable } from '../../support/service.ts';
import { untilLoaded } from '../../support/tabs.ts';

const form = (endpointId: string, fields: string, attributes = ''): string =>
  pageWith(
    `<form method="post" action="${outputs().apiUrl}/v1/f/${endpointId}" ${attributes}>${fields}<button>Send</button></form>`,
  );

const FIELD = '<label>Message <input name="message" value="Grüße"></label>';

describe('a form in a browser without scripts', () => {
  let { otherSite, key, page } = {} as OnOtherSite;

  onOtherSite(
    (own) => {
      ({ otherSite, key, page } = own);
    },
    { javaScriptEnabled: false },
  );

  async function sendForm(html: string): Promise<Response[]> {
    otherSite.files.set('contact.html', html);
    await page.goto(`${otherSite.url}/contact.html`);
    const responses: Response[] = [];
    const note = (response: Response) => responses.push(response);
    page.on('response', note);
    await untilLoaded(page, () => page.getByRole('button', { name: 'Send' }).click());
    page.off('response', note);
    return responses;
  }

  async function expectLanding(responses: Response[], name: keyof typeof FORM_TEXTS, path: string): Promise<void> {
    const [answer, landing] = responses;
    expect([answer?.request().method(), answer?.status()]).toEqual(['POST', 303]);
    expect(answer?.headers().location).toBe(outputs().siteUrl + path);
    expect([landing?.request().method(), landing?.url(), landing?.status()]).toEqual([
      'GET',
      outputs().siteUrl + path,
      200,
    ]);
    for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
      expect(landing?.headers()[header.toLowerCase()]).toBe(value);
    }
    expect(landing?.headers()['content-type']).toBe('text/html; charset=utf-8');
    const [heading, ...paragraphs] = FORM_TEXTS[name].en;
    expect(await page.title()).toBe(heading);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
    for (const text of paragraphs) expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
  }

  test('works from the page with the form to the thank-you page, and is stored', async () => {
    const { id } = await newEndpoint(key);
    await expectLanding(await sendForm(form(id, FIELD)), 'thankYou', '/thank-you');
    const { json } = await send('GET', `/v1/submissions/${id}`, { key });
    expect(json.submissions).toMatchObject([{ data: { message: 'Grüße' } }]);
  });

  test('leads to the owner’s own page, if there is one', async () => {
    otherSite.files.set('thanks.html', pageWith('<h1>Thanks from us</h1>'));
    const { id } = await newEndpoint(key, { redirectUrl: `${otherSite.url}/thanks.html` });
    await sendForm(form(id, FIELD));
    expect(page.url()).toBe(`${otherSite.url}/thanks.html`);
    expect(await page.getByRole('heading', { name: 'Thanks from us' }).isVisible()).toBe(true);
  });

  test('says so when the endpoint accepts no files, and stores nothing', async () => {
    const { id } = await newEndpoint(key);
    otherSite.files.set('contact.html', form(id, '<input name="cv" type="file">', 'enctype="multipart/form-data"'));
    await page.goto(`${otherSite.url}/contact.html`);
    await page.locator('input').setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${outputs().siteUrl}/form/files`);
    expect(await page.title()).toBe(FORM_TEXTS.files.en[0]);
    expect((await send('GET', `/v1/submissions/${id}`, { key })).json.submissions).toEqual([]);
  });

  test('says so when the service fails', async () => {
    const { id } = await newEndpoint(key);
    // An item that the service would not write.
    await sharedTable().update({
      Key: endpointKey(id),
      UpdateExpression: 'SET workspaceId = :value',
      ExpressionAttributeValues: { ':value': 1 },
    });
    await expectLanding(await sendForm(form(id, FIELD)), 'error', '/form/error');
  });

  test('lets the reader choose another language, without a request', async () => {
    const { id } = await newEndpoint(key);
    await sendForm(form(id, FIELD));
    const loads: string[] = [];
    page.on('request', (request) => {
      // The browser may request its icon again.
      if (!request.url().endsWith('.svg')) loads.push(request.url());
    });
    await page.getByRole('link', { name: 'العربية' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.allTextContents()).toEqual([FORM_TEXTS.thankYou.ar[0]]);
    expect(await page.locator('section:visible').getAttribute('dir')).toBe('rtl');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    expect(await heading.allTextContents()).toEqual([FORM_TEXTS.thankYou.de[0]]);
    expect(loads).toEqual([]);
  });
});
