import { expect, test } from '@jest/globals';
import { localTable } from '../../../../infra/localService/localTable.ts';
import { endpointKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { webhookKey } from '../../../../shared/storage/webhooks/webhookKeys.ts';
import { openDashboard } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, newSubmission, outputs, send } from '../../../support/cloud/service.ts';

const own = ownBrowser();

test('the dashboard reports unreadable items of a list, and settings that only a newer version knows', async () => {
  const { key } = own;
  const { id } = await newEndpoint(key, { name: 'Contact' });
  const submissionId = await newSubmission(id, { message: 'Hello' });
  const json = { endpointId: id, url: 'https://hooks.example.com/forms' };
  const { id: webhookId } = (await send('POST', '/v1/webhook', { key, json })).json;
  const table = localTable(outputs());
  const set = (Key: ReturnType<typeof endpointKey>, name: string, value: unknown) =>
    table.update({
      Key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    });
  await set(submissionKey(id, submissionId), 'data', 1);
  await set(webhookKey(id, webhookId), 'url', 1);
  await set(endpointKey(id), 'color', 'ultraviolet');
  const { page } = await openDashboard(own.browser, { key, path: `/${id}` });
  await page.getByText(`1 could not be read: ${submissionId}`).waitFor();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText(`1 could not be read: ${webhookId}`).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('does not know: color').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await table.get(endpointKey(id))).toMatchObject({ name: 'Renamed', color: 'ultraviolet' });
});
