import { describe, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, send, uniqueSlug } from '../../../support/cloud/service.ts';

describe("the dashboard's pending submissions", () => {
  const own = ownBrowser();

  test('are offered as long as there are any, even after their endpoint stopped asking for confirmation', async () => {
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email' };
    const verifying = { ...confirmation, verify: true };
    const { id } = await newEndpoint(own.key, { name: 'Newsletter', confirmation: verifying });
    await newSubmission(id, { email: 'ada@example.com', message: 'Hello' });
    await eventually(
      async () => (await send('GET', `/v1/submissions/${id}/pending`, { key: own.key })).json.submissions,
      ({ length }) => length === 1,
    );
    const changed = await send('PUT', `/v1/endpoint/${id}`, { key: own.key, json: { confirmation: null } });
    expect(changed.status).toBe(200);
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await page.getByRole('link', { name: 'Open pending' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is waiting.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.getByRole('link', { name: 'Pending', exact: true }).waitFor({ state: 'detached' });
  });

  test('are counted, and announced after a test, which only mails the given address; the inbox shows when it was confirmed', async () => {
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
    const { id } = await newEndpoint(own.key, { name: 'Newsletter', confirmation });
    const recipient = `${uniqueSlug()}@example.com`;
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await page.getByRole('button', { name: 'Send a test' }).click();
    expect(await page.getByLabel('Send the confirmation to').evaluate((field) => field.matches(':invalid'))).toBe(true);
    await page.getByLabel('Send the confirmation to').fill(recipient);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await word(page, 'Sent. It waits under “Pending” until you confirm it in the mail.').waitFor();
    await page.getByRole('heading', { name: 'Nothing is confirmed yet' }).waitFor();
    await page.getByText('A submission waits until its sender confirms it.').waitFor();
    await page.getByRole('link', { name: /Pending ?1/ }).click();
    await page.locator('.pending', { hasText: recipient }).waitFor();
    expect(surprises()).toEqual([]);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Nothing is waiting.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.locator('.row a').click();
    await page.getByText(/confirmed by its sender/).waitFor();
  });

  test('do not reappear after a concurrent confirmation', async () => {
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
    const { id } = await newEndpoint(own.key, { name: 'Newsletter', confirmation });
    for (const name of ['ada', 'bob', 'eve']) await newSubmission(id, { email: `${name}@example.com` });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/pending` });
    const card = (name: string) => page.locator('.pending', { hasText: `${name}@example.com` });
    await card('eve').waitFor();
    const held: Route[] = [];
    await page.route('**/v1/submission/*/*/confirmation', (route) => held.push(route));
    for (const name of ['ada', 'bob']) {
      await card(name).getByRole('button', { name: 'Confirm' }).click();
    }
    await eventually(
      async () => held.length,
      (count) => count === 2,
    );
    for (const [place, name] of ['ada', 'bob'].entries()) {
      await held[place]?.continue();
      await card(name).waitFor({ state: 'detached' });
    }
    expect(await page.locator('.pending').count()).toBe(1);
  });
});
