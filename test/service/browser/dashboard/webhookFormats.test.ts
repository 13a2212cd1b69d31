import { afterEach, describe, expect, test } from '@jest/globals';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { type OwnBrowser, ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, send } from '../../../support/cloud/service.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../support/receivers/webhookReceiver.ts';
import { CHECKS } from '../../../support/services/documentedMessages.ts';

describe("the dashboard's formats of webhooks", () => {
  let { browser, key } = {} as OwnBrowser;
  let endpointId: string;
  let receiver: WebhookReceiver;

  ownBrowser(async (own) => {
    ({ browser, key } = own);
    ({ id: endpointId } = await newEndpoint(key, { name: 'Contact form' }));
    receiver = await openWebhookReceiver();
    receiver.behave = () => ({ status: 200, body: 'ok' });
  });
  afterEach(() => receiver.close());

  const webhooks = async () => (await send('GET', `/v1/webhooks/${endpointId}`, { key })).json.webhooks;
  const open = () => openDashboard(browser, { key, path: `/${endpointId}/webhooks` });

  test('somebody with a Slack URL gets a message into the channel', async () => {
    await newSubmission(endpointId, { email: 'ada@example.com', message: 'Hello *there* <!channel>' });
    const { page, surprises } = await open();
    await page.getByRole('button', { name: 'Slack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('Made from the newest submission.').waitFor();
    expect(await preview.locator('dd').allTextContents()).toEqual(['ada@example.com', 'Hello *there* <!channel>']);
    await dialog.getByLabel('URL', { exact: true }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await word(page, 'Slack is connected. Send a test to see a message there.').waitFor();
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText('Delivered. Status 200').waitFor();
    await newSubmission(endpointId, { email: 'bob@example.com' });
    const [tested, created] = await eventually(
      async () => receiver.received,
      ({ length }) => length === 2,
      20_000,
    );
    for (const each of [tested, created]) CHECKS.slack({ body: each?.body ?? '', contentType: '' });
    expect(tested?.body).toContain('Test: Contact form');
    expect(created?.body).toContain('bob@example.com');
    const [{ url }] = await webhooks();
    expect(url).toBe(receiver.url);
    expect(await page.getByRole('article').textContent()).not.toContain('/hook');
    expect(surprises()).toEqual([]);
  });

  test('a pasted URL determines the service, and people can choose another one', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    for (const [address, service, name] of [
      ['https://discord.com/api/webhooks/1/x', 'Discord', 'Discord'],
      ['https://api.telegram.org/bot1:x/sendMessage?chat_id=1', 'Telegram', 'Telegram'],
      ['https://api.notion.com/v1/pages', 'Notion', 'Your own JSON'],
    ] as const) {
      await dialog.getByLabel('URL', { exact: true }).fill(address);
      await dialog.getByText(`Recognized as ${service}.`).waitFor();
      expect(await dialog.getByRole('radio', { name }).isChecked()).toBe(true);
    }
    await dialog.getByRole('radio', { name: 'Signed JSON' }).check();
    expect(await dialog.getByLabel('Request body').textContent()).toContain('"type": "submission.created"');
  });

  test('a template starts from a recipe, has a preview, and keeps its headers hidden', async () => {
    const { page, surprises } = await open();
    await page.getByRole('button', { name: 'Your own JSON' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL', { exact: true }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'GitHub issues' }).click();
    await dialog.getByRole('status').getByText('Filled in for GitHub issues').waitFor();
    expect(JSON.parse(await dialog.getByLabel('JSON', { exact: true }).inputValue())).toMatchObject({
      labels: ['form'],
    });
    await dialog.getByText('Made from an example: there is no submission yet.').waitFor();
    expect(await dialog.getByLabel('Request body').textContent()).toContain('email: ada@example.com');
    await dialog.getByLabel('JSON', { exact: true }).fill('{"text": {{form}}}');
    await dialog.getByText('Not valid JSON yet.').waitFor();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('must be JSON').waitFor();
    await dialog.getByLabel('JSON', { exact: true }).fill('{"text": "{{form}}: {{field.email}}"}');
    await dialog.getByLabel('Headers').fill('Authorization: Bearer s3cr3t:x\nX-Two: 2');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText('Delivered. Status 200').waitFor();
    expect(receiver.received[0]?.json).toEqual({ text: 'Contact form: test@example.com' });
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: 'Bearer s3cr3t:x', 'x-two': '2' });

    await page.getByRole('button', { name: /^Change / }).click();
    await dialog.getByText('Stored: Authorization, X-Two.').waitFor();
    await dialog.getByRole('switch', { name: 'Include spam' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect((await webhooks())[0]).toMatchObject({ includeSpam: true, headerNames: ['Authorization', 'X-Two'] });
    await page.getByRole('button', { name: /^Change / }).click();
    await dialog.getByRole('switch', { name: 'Remove the stored headers' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventually(webhooks, ([webhook]) => webhook.headerNames === undefined);
    expect(surprises(1)).toEqual([]);
  });
});
