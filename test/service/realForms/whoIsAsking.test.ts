import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Frame } from 'playwright-core';
import { openBrowser } from '../../support/browser/browser.ts';
import { type OtherSite, openOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { freeTabs, openTab } from '../../support/browser/tabs.ts';
import { sitePage } from '../../support/cloud/forms.ts';
import { ownWorkspace } from '../../support/cloud/ownWorkspace.ts';
import { outputs } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const DATA = { message: 'Hello', plan: 'basic' };
const FIELDS = Object.entries(DATA).map(([name, value]) => `<input name="${name}" value="${value}">`);

const owner = ownWorkspace();
let endpointId: string;
let disabledId: string;

beforeAll(async () => {
  disabledId = (await owner.newEndpoint({ isEnabled: false })).id;
});
beforeEach(async () => {
  endpointId = (await owner.newEndpoint()).id;
});

const stored = () => dataOf(owner.key, endpointId);

const fetchWith = (body: string) =>
  `const response = await fetch(form.action, { method: 'POST', body: ${body} });
  return [response.status, await response.json()];`;
const xhrWith = (body: string) =>
  `const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.responseType = 'json';
  request.send(${body});
  await new Promise((resolve, reject) => Object.assign(request, { onload: resolve, onerror: reject }));
  return [request.status, request.response];`;

/** Scripts that send the form of their page, without any header of their own. */
const SCRIPTS = [
  ['fetch with FormData', fetchWith('new FormData(form)')],
  ['XMLHttpRequest with URLSearchParams', xhrWith('new URLSearchParams(new FormData(form))')],
] as const;

/** Scripts that cannot read the response. */
const BLIND_SCRIPTS = [
  ['a beacon', 'return navigator.sendBeacon(form.action, new FormData(form));'],
  [
    'fetch in no-cors mode',
    `const body = new URLSearchParams(new FormData(form));
    return (await fetch(form.action, { method: 'POST', mode: 'no-cors', body })).type === 'opaque';`,
  ],
] as const;

describe('POST /v1/f/{endpointId} from Chromium', () => {
  const browser = ofSuite(openBrowser);
  const httpSite = ofSuite(openOtherSite);
  const httpsSite = ofSuite(() => openOtherSite({ isSecure: true }));

  afterEach(() => freeTabs(browser));

  async function open(site: OtherSite, formId: string, name = 'contact.html'): Promise<Frame> {
    const action = `${outputs().apiUrl}/v1/f/${formId}`;
    const form = `<form method="post" action="${action}">${FIELDS.join('')}<button>Send</button></form>`;
    const frame = '<iframe sandbox="allow-scripts allow-forms" src="contact.html"></iframe>';
    site.files.set('contact.html', pageWith(form)).set('outer.html', pageWith(frame));
    const page = await openTab(browser, { ignoreHTTPSErrors: true });
    await page.goto(`${site.url}/${name}`);
    return page.frames().at(-1) as Frame;
  }

  const PAGES: [string, (formId: string) => Promise<Frame>][] = [
    ['an http page', (formId) => open(httpSite, formId)],
    ['an https page', (formId) => open(httpsSite, formId)],
    ['a sandboxed frame, whose origin is null', (formId) => open(httpSite, formId, 'outer.html')],
  ];

  const run = <Result>(frame: Frame, script: string) =>
    frame.evaluate<Result>(`(async () => { const form = document.querySelector('form'); ${script} })()`);

  async function pressButton(frame: Frame): Promise<(number | string | undefined)[]> {
    const answered = frame.page().waitForResponse((response) => response.url().includes('/v1/f/'));
    await frame.getByRole('button').click();
    const answer = await answered;
    return [answer.status(), answer.headers().location];
  }

  describe.each(PAGES)('on %s', (_where, openForm) => {
    test.each(SCRIPTS)('201 and JSON for %s, and errors as JSON', async (_what, script) => {
      const sent = await run<unknown[]>(await openForm(endpointId), script);
      expect(sent).toEqual([201, expect.objectContaining({ endpointId, isSpam: false })]);
      expect(await stored()).toEqual([DATA]);
      const refused = await run<unknown[]>(await openForm(disabledId), script);
      expect(refused).toEqual([403, expect.objectContaining({ code: 'DISABLED' })]);
    });

    test.each(BLIND_SCRIPTS)('stores a submission by %s', async (_what, script) => {
      const frame = await openForm(endpointId);
      const answered = frame.page().waitForResponse((response) => response.url().includes('/v1/f/'));
      expect(await run(frame, script)).toBe(true);
      expect((await answered).status()).toBe(201);
      expect(await stored()).toEqual([DATA]);
    });

    test('303 for a person, to the thank-you page or the page for the error', async () => {
      expect(await pressButton(await openForm(endpointId))).toEqual([303, sitePage('/thank-you')]);
      expect(await stored()).toEqual([DATA]);
      expect(await pressButton(await openForm(disabledId))).toEqual([303, sitePage('/form/disabled')]);
    });
  });
});
