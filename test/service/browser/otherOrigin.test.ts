import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { apiBodyOf } from '../../../local/gateway/apiBody.ts';
import { GatewayErrors } from '../../../local/gateway/gatewayErrors.ts';
import { listen } from '../../../local/http/ports.ts';
import { FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { openOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { freeTabs, openTab } from '../../support/browser/tabs.ts';
import { outputs } from '../../support/cloud/service.ts';
import { synthesizeStack } from '../../support/cloud/stack.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { EVERYTHING } from '../../support/settings.ts';

describe('a page of another origin', () => {
  const browser = ofSuite(openBrowser);
  const otherSite = ofSuite(openOtherSite);
  let page: Page;
  let throttled: { server: Server; url: string };

  beforeAll(async () => {
    throttled = await openThrottledApi();
  });
  afterAll(async () => {
    throttled.server.close();
    throttled.server.closeAllConnections();
  });
  beforeEach(async () => {
    page = await openTab(browser, { locale: 'en-GB' });
  });
  afterEach(() => freeTabs(browser));

  async function openThrottledApi() {
    const errors = new GatewayErrors(apiBodyOf((await synthesizeStack(EVERYTHING)).template).responses);
    const { siteUrl } = outputs();
    const server = createServer((incoming, outgoing) => {
      incoming.resume();
      const made = errors.make('THROTTLED', 'id-1=', incoming.headers);
      const ofThisSite = JSON.stringify(made).replaceAll(`https://${EVERYTHING.siteDomain}`, siteUrl);
      const { status, headers, body }: typeof made = JSON.parse(ofThisSite);
      outgoing.writeHead(status, headers).end(body);
    });
    return { server, url: await listen(server, 0) };
  }

  async function openForm(action: string): Promise<void> {
    const fields = '<input name="message"><button>Send</button>';
    otherSite.files.set('contact.html', pageWith(`<form method="post" action="${action}">${fields}</form>`));
    await page.goto(`${otherSite.url}/contact.html`);
    await page.getByRole('textbox').fill('What I typed');
  }

  test('gets a page about throttling, which leads back to the filled-in form', async () => {
    await openForm(`${throttled.url}/v1/f/enp_1`);
    const answered = page.waitForResponse(`${throttled.url}/v1/f/enp_1`);
    await page.getByRole('button').click();
    const answer = await answered;
    expect([answer.status(), answer.headers()['content-type']]).toEqual([429, 'application/json']);
    await page.waitForURL(`${outputs().siteUrl}/form/busy`);
    expect(await page.getByRole('heading').allTextContents()).toEqual([FORM_TEXTS.busy.en[0]]);
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await page.waitForURL(`${otherSite.url}/contact.html`);
    expect(await page.getByRole('textbox').inputValue()).toBe('What I typed');
  });
});
