import { afterEach, describe, expect, test } from '@jest/globals';
import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { BACK_TO_FORM, FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { openBrowser } from '../../support/browser.ts';
import { BROWSER_ACCEPT, postForm, sitePage } from '../../support/forms.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openOtherSite, pageWith } from '../../support/otherSite.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { newOwn, ownFor, pathWith, rightRequest } from '../../support/rightRequests.ts';
import { outputs, send } from '../../support/service.ts';
import { dataOf } from '../../support/submissions.ts';
import { freeTabs, openTab } from '../../support/tabs.ts';

const owner = ownEndpoint();
const own = ofSuite(newOwn);

const withSlash = (path: string): string => path.replace(/(?=\?|$)/, '/');

describe('a slash at the end of a path', () => {
  test.each(OPERATIONS)('changes nothing for $method $path', async (operation) => {
    const at = await ownFor(operation, own);
    const { params, json } = rightRequest(operation, at);
    const path = withSlash(pathWith(operation, params));
    const headers = { Accept: 'application/json' };
    expect((await send(operation.method, path, { key: at.key, json, headers })).status).toBe(operation.status);
    const wrong = await send('PATCH', path);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining(operation.method)]);
    expect((await send('OPTIONS', path)).status).toBe(204);
  });

  test('stores a form', async () => {
    const { id } = await owner.newEndpoint();
    expect((await postForm(`${id}/`, 'message=Hello')).headers.get('location')).toBe(sitePage('/thank-you'));
    expect(await dataOf(owner.key, id)).toEqual([{ message: 'Hello' }]);
  });

  test('shows a rejected form again with a captcha that finds its challenges', async () => {
    const headers = { Accept: BROWSER_ACCEPT, 'Content-Type': 'application/x-www-form-urlencoded' };
    const { id } = await owner.newEndpoint({
      fields: [{ name: 'a', type: 'number' as const }],
      captcha: { provider: 'altcha' },
    });
    for (const path of [id, `${id}/`]) {
      const url = `${outputs().apiUrl}/v1/f/${path}`;
      const page = await sendExactly(url, { method: 'POST', headers, body: 'a=x' });
      const [, challenge = 'none'] = /<altcha-widget challenge="([^"]*)"/.exec(page.text) ?? [];
      expect((await fetch(new URL(challenge, url))).status).toBe(200);
    }
  });

  test.each(['/v1/', '/v1/f/', '/v1/nope/', '/v1/keys//'])('404 for %s', async (path) => {
    expect((await send('GET', path)).status).toBe(404);
    expect((await send('POST', path, { json: {} })).status).toBe(404);
  });
});

describe.each(['GET', 'HEAD'])('%s /v1/f/{endpointId}', (method) => {
  const navigation = { 'Sec-Fetch-Mode': 'navigate', Accept: BROWSER_ACCEPT };

  test.each<[string, string, Record<string, string>]>([
    ['a browser', '', navigation],
    ['a browser, with a slash at the end', '/', navigation],
    ['a preview of a link, or an old browser', '', { Accept: 'text/html' }],
  ])('303 to a page about it for %s', async (_who, slash, headers) => {
    const { status, headers: answered } = await send(method, `/v1/f/${owner.endpointId}${slash}`, { headers });
    expect([status, answered.get('location')]).toEqual([303, sitePage('/form/address')]);
  });

  test.each<[string, Record<string, string>]>([
    ['a script', { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' }],
    ['a script that accepts pages', { 'Sec-Fetch-Mode': 'cors', Accept: 'text/html' }],
    ['curl', { Accept: '*/*' }],
    ['a program without Accept', {}],
    ['a browser that asks for JSON', { ...navigation, Accept: 'application/json' }],
  ])('405 for %s', async (_who, headers) => {
    const answer = await send(method, `/v1/f/${owner.endpointId}`, { headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each(['/v1/f/enp_1/uploads', '/v1/endpoint'])(
    '405 for a browser at %s, to which no form posts',
    async (path) => {
      expect((await send(method, path, { headers: navigation })).status).toBe(405);
    },
  );
});

describe('a form’s URL opened in Chromium', () => {
  const browser = ofSuite(openBrowser);
  const otherSite = ofSuite(openOtherSite);

  afterEach(() => freeTabs(browser));

  test('explains itself, and links back and to the guide', async () => {
    const link = `<a href="${outputs().apiUrl}/v1/f/${owner.endpointId}">Our form</a>`;
    otherSite.files.set('links.html', pageWith(link));
    const page = await openTab(browser, { locale: 'en-GB' });
    await page.goto(`${otherSite.url}/links.html`);
    await page.getByRole('link').click();
    await page.waitForURL(sitePage('/form/address'));
    expect(await page.getByRole('heading').allTextContents()).toEqual([FORM_TEXTS.address.en[0]]);
    expect(await page.getByRole('link', { name: 'Guide' }).getAttribute('href')).toBe('/guide/forms');
    await page.getByRole('button', { name: BACK_TO_FORM.en }).click();
    await page.waitForURL(`${otherSite.url}/links.html`);
  });

  test('says so in the language of its fragment', async () => {
    const page = await openTab(browser, { locale: 'en-GB' });
    await page.goto(`${outputs().apiUrl}/v1/f/${owner.endpointId}#de`);
    expect(page.url()).toBe(`${sitePage('/form/address')}#de`);
    expect(await page.getByRole('heading').allTextContents()).toEqual([FORM_TEXTS.address.de[0]]);
  });

  test('with a slash at its end receives a native form', async () => {
    const { id } = await owner.newEndpoint();
    const action = `${outputs().apiUrl}/v1/f/${id}/`;
    const form = `<form method="post" action="${action}"><input name="message" value="Hello"><button>Send</button></form>`;
    otherSite.files.set('contact.html', pageWith(form));
    const page = await openTab(browser);
    await page.goto(`${otherSite.url}/contact.html`);
    await page.getByRole('button').click();
    await page.waitForURL(sitePage('/thank-you'));
    expect(await dataOf(owner.key, id)).toEqual([{ message: 'Hello' }]);
  });
});
