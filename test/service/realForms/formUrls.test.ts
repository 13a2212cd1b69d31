import { afterEach, describe, expect, test } from '@jest/globals';
import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { BACK_TO_FORM, FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { openOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { freeTabs, openTab } from '../../support/browser/tabs.ts';
import { BROWSER_ACCEPT, sitePage } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { credentialFor, newOwn, ownFor, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { outputs, send } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { expectDocumented } from '../../support/site/openApi.ts';

const owner = ownEndpoint();
const own = ofSuite(newOwn);

const withSlash = (path: string): string => path.replace(/(?=\?|$)/, '/');

describe('a slash at the end of a path', () => {
  test.each(OPERATIONS)('changes nothing for $method $path', async (operation) => {
    const at = await ownFor(operation, own);
    const { params, json } = rightRequest(operation, at);
    const path = withSlash(pathWith(operation, params));
    const headers = { Accept: 'application/json' };
    const answer = await send(operation.method, path, { key: credentialFor(operation, at), json, headers });
    expect(answer.status).toBe(operation.redirectStatus === undefined ? operation.status : 200);
    expectDocumented(operation.id, answer);
    const wrong = await send('PATCH', path);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining(operation.method)]);
    expect((await send('OPTIONS', path)).status).toBe(204);
  });

  test('shows a rejected form again with names in words and a captcha that finds its challenges', async () => {
    const headers = { Accept: BROWSER_ACCEPT, 'Content-Type': 'application/x-www-form-urlencoded' };
    const { id } = await owner.newEndpoint({
      fields: [{ name: 'phone_number', type: 'number' as const }],
      unknownFields: 'refuse',
      captcha: { provider: 'altcha' },
    });
    for (const path of [id, `${id}/`]) {
      const url = `${outputs().apiUrl}/v1/f/${path}`;
      const page = await sendExactly(url, { method: 'POST', headers, body: 'phone_number=x&your-message=Hi' });
      for (const shown of ['>Phone number<', '<bdi>Your message</bdi>']) expect(page.text).toContain(shown);
      const [, challenge = 'none'] = /<altcha-widget challenge="([^"]*)"/.exec(page.text) ?? [];
      expect((await fetch(new URL(challenge, url))).status).toBe(200);
    }
  });
});

describe.each(['GET', 'HEAD'])('%s /v1/f/{endpointId}', (method) => {
  const navigation = { 'Sec-Fetch-Mode': 'navigate', Accept: BROWSER_ACCEPT };

  test('303 to a page about it for a browser', async () => {
    const { status, headers } = await send(method, `/v1/f/${owner.endpointId}/`, { headers: navigation });
    expect([status, headers.get('location')]).toEqual([303, sitePage('/form/address')]);
  });

  test('405 for a program', async () => {
    const { status, headers } = await send(method, `/v1/f/${owner.endpointId}`, { headers: { Accept: '*/*' } });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
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
});
