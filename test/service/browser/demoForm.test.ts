import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { eventually, mailsTo, newEndpoint, newWorkspace, outputs, send } from '../../support/service.ts';

describe('a form in a real browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  test('typing into the demo form leads to the thank-you page, the mail in the inbox and the submission in the list', async () => {
    const { siteUrl, inboxUrl, endpointId, apiKey } = outputs();
    const message = `Grüße <b>aus</b> dem Browser 🎉 ${Date.now()}`;
    const page = await browser.newPage();
    await page.goto(siteUrl);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${siteUrl}/thank-you`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/\S/);

    const mail = await eventually(
      async () => (await mailsTo('you@example.com')).find(({ body }) => body.text.includes(message)),
      (found) => found !== undefined,
    );
    expect(mail).toMatchObject({ subject: 'New submission: Contact form', replyTo: ['ada@example.com'] });
    const list = await send('GET', `/v1/submissions/${endpointId}`, { key: apiKey });
    expect(list.json.submissions[0]).toMatchObject({
      endpointId,
      data: { name: 'Ada Lovelace', email: 'ada@example.com', message },
      isRead: false,
    });

    await page.goto(inboxUrl);
    await page.getByText('New submission: Contact form').first().waitFor();
  });

  test('a multipart form with a file input left empty is stored without the file', async () => {
    const { key } = await newWorkspace();
    const { id } = await newEndpoint(key);
    const page = await browser.newPage();
    await page.setContent(`<form method="post" enctype="multipart/form-data" action="${outputs().apiUrl}/v1/f/${id}">
      <input name="color" value="red"><input name="color" value="blue"><input type="file" name="cv"><button>Send</button></form>`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${outputs().siteUrl}/thank-you`);
    const list = await send('GET', `/v1/submissions/${id}`, { key });
    expect(list.json.submissions.map(({ data }: { data: unknown }) => data)).toEqual([{ color: ['red', 'blue'] }]);
  });

  test('fetch with JSON from another origin gets the submission and sees the request id', async () => {
    const { key } = await newWorkspace();
    const { id } = await newEndpoint(key);
    const page = await browser.newPage();
    // Another port is another origin; on loopback, since browsers block other sites' requests to this machine.
    await page.goto(`${outputs().inboxUrl}/health-check`);
    const answer = await page.evaluate(async (url) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ quantity: 3 }),
      });
      return { status: response.status, json: await response.json(), requestId: response.headers.get('X-Request-Id') };
    }, `${outputs().apiUrl}/v1/f/${id}`);
    expect(answer).toMatchObject({ status: 201, json: { endpointId: id, isRead: false } });
    expect(answer.requestId).toMatch(/\S/);
  });
});
