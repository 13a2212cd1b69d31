import { afterEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { type OwnBrowser, ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, send } from '../../../support/cloud/service.ts';
import {
  openWebhookReceiver,
  type Received,
  verified,
  type WebhookReceiver,
} from '../../../support/receivers/webhookReceiver.ts';

describe("the dashboard's webhooks", () => {
  let { browser, key } = {} as OwnBrowser;
  let endpointId: string;
  let receiver: WebhookReceiver;

  ownBrowser(async (own) => {
    ({ browser, key } = own);
    ({ id: endpointId } = await newEndpoint(key, { name: 'Contact form' }));
    receiver = await openWebhookReceiver();
    answer(200, 'ok');
  });
  afterEach(() => receiver.close());

  const givenWebhook = async (fields: object = {}): Promise<string> =>
    (await send('POST', '/v1/webhook', { key, json: { endpointId, url: receiver.url, ...fields } })).json.id;

  const answer = (status: number, body = ''): void => {
    receiver.behave = () => ({ status, body });
  };

  const webhooks = async () => (await send('GET', `/v1/webhooks/${endpointId}`, { key })).json.webhooks;

  const open = (path = '', as = key) => openDashboard(browser, { key: as, path: `/${endpointId}/webhooks${path}` });

  async function takeSecret(page: Page, title: string): Promise<string> {
    const dialog = page.getByRole('dialog', { name: title });
    const secret = (await dialog.locator('.secret code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    return secret;
  }

  const received = (count: number) =>
    eventually(
      async () => receiver.received,
      (all) => all.length >= count,
      20_000,
    );

  test('adds a webhook, shows its secret once, and the results of a test, an event and its replay', async () => {
    const { page, surprises } = await open();
    await page.getByText('No webhook yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    const add = dialog.getByRole('button', { name: 'Add webhook' });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('URL', { exact: true }).fill('https://10.0.0.1/');
    await add.click();
    expect(await dialog.locator('#field-url-problem').textContent()).toContain('public');
    await dialog.getByLabel('URL', { exact: true }).fill(receiver.url);
    await add.click();
    const secret = await takeSecret(page, 'The webhook’s secret');
    expect(secret).toMatch(/^whsec_/);

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered. Status 200').waitFor();
    expect(receiver.received[0]?.json.type).toBe('webhook.test');
    await newSubmission(endpointId, { message: 'Hello' });
    await received(2);
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const delivery = page.locator('.delivery');
    await eventually(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return delivery.locator('.tag').allTextContents();
      },
      (states) => states.join() === 'Delivered',
      20_000,
    );
    await delivery.locator('summary').click();
    await delivery.getByText('Status 200').waitFor();
    await delivery.getByText('ok', { exact: true }).waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await word(page, 'Being resent.').waitFor();
    const [, first, again] = await received(3);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(receiver.received.map((event) => isGenuine(event, secret))).toEqual([true, true, true]);
    expect(surprises(1)).toEqual([]);
  });

  test('explains a webhook disabled after 410, switches it on, and resends failed deliveries', async () => {
    const id = await givenWebhook();
    answer(410, 'gone for good');
    await newSubmission(endpointId, { message: 'Hello' });
    await eventually(webhooks, ([webhook]) => webhook.disabledReason === 'gone', 20_000);
    const { page, surprises } = await open(`?id=${id}&state=failed`);
    await page.getByText('the receiver says that it no longer exists').waitFor();
    await page.locator('.delivery summary').click();
    await page.getByText('Status 410, after').waitFor();
    await page.getByText('gone for good').waitFor();

    answer(200);
    await page.getByRole('switch', { name: 'Send' }).click();
    await page.getByText('the receiver says that it no longer exists').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resend failed…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await word(page, '1 delivery will be resent.').waitFor();
    await received(2);
    await page.getByText('No deliveries.').waitFor();
    expect(surprises()).toEqual([]);
  });

  test('the secret is rotated: both sign for a day', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    const former = await takeSecret(page, 'The webhook’s secret');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('For 24 hours requests are signed with both secrets').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const secret = await takeSecret(page, 'The new secret');
    await page.getByText(/^Requests are also signed with the previous secret until [A-Z][a-z]{2} \d/).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    const [event] = await received(1);
    expect([former, secret].map((each) => event && isGenuine(event, each))).toEqual([true, true]);
    expect(secret).not.toBe(former);
  });

  test('changes, switches off and deletes a webhook', async () => {
    await givenWebhook();
    const { page, surprises } = await open();
    await page.getByRole('button', { name: /^Change / }).click();
    const dialog = page.getByRole('dialog', { name: 'Change webhook' });
    await dialog.getByLabel('Deleted submissions').check();
    await dialog.getByLabel('New submissions').uncheck();
    await dialog.getByRole('switch', { name: 'Include spam' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    await page.getByRole('switch', { name: 'Send' }).click();
    await page.getByText('Switched off: nothing is sent.').waitFor();
    expect(await webhooks()).toEqual([
      expect.objectContaining({ events: ['submission.deleted'], includeSpam: true, isEnabled: false }),
    ]);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook yet').waitFor();
    expect(await webhooks()).toEqual([]);
    expect(surprises()).toEqual([]);
  });
});

/** True if an independent Standard Webhooks library accepts an event. */
function isGenuine(event: Received, secret: string): boolean {
  try {
    verified(secret, event);
    return true;
  } catch {
    return false;
  }
}
