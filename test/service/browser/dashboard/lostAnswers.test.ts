import { describe, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { chooseKey, openDashboard, rowWith, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, outputs, send } from '../../../support/cloud/service.ts';
import { newWebhook } from '../../../support/cloud/webhooks.ts';

const VERIFIED = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
const MINUTE_MS = 60_000;

describe('the dashboard', () => {
  const own = ownBrowser();

  test('keeps a submission confirmed after the pending page was read', async () => {
    const { id } = await newEndpoint(own.key, { confirmation: VERIFIED });
    const submissionId = await newSubmission(id, { email: 'ada@example.com' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/pending` });
    await page.locator('.pending').waitFor();
    await send('PUT', `/v1/submission/${id}/${submissionId}/confirmation`, { key: own.key });
    await page.locator('.pending').getByRole('button', { name: 'Delete' }).click();
    await word(page, 'It waits no longer').waitFor();
    expect((await send('GET', `/v1/submission/${id}/${submissionId}`, { key: own.key })).status).toBe(200);
  });

  test('withdraws the offer to undo a failed action', async () => {
    const { id } = await newEndpoint(own.key);
    await newSubmission(id, { email: 'ada@example.com' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await rowWith(page, 'ada').click();
    await page.route(`${outputs().apiUrl}/v1/submissions/${id}`, (route) => route.abort('connectionrefused'));
    await page.getByRole('region', { name: 'Open submission' }).getByRole('button', { name: 'Spam' }).click();
    await word(page, 'Failed').first().waitFor();
    expect(await word(page, 'Marked as spam').count()).toBe(0);
  });

  test('recovers views and side bar after their first requests failed', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page, visit } = await openDashboard(own.browser, { key: own.key });
    await page.getByRole('navigation', { name: 'Endpoints' }).getByText('Contact form').first().waitFor();
    for (const view of ['webhooks', 'overview']) {
      const all = `${outputs().apiUrl}/**`;
      await page.route(all, (route) => route.abort('connectionrefused'));
      await visit(`/${id}/${view}`);
      await page.getByText('Cannot reach the service').waitFor();
      await page.getByRole('navigation', { name: 'Endpoints' }).getByText('keeps trying').waitFor();
      await page.unroute(all);
      await page.getByRole('navigation', { name: 'Endpoints' }).getByText('Contact form').first().waitFor();
      await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
      await page
        .getByText(view === 'webhooks' ? 'No webhook yet' : /Submissions/)
        .first()
        .waitFor();
    }
  });

  test('abandons a request without a response, and keeps polling', async () => {
    const { id } = await newEndpoint(own.key);
    await newSubmission(id, { email: 'ada@example.com' });
    const { page, visit } = await openDashboard(own.browser, { key: own.key });
    await page.clock.install();
    // The browser's own limits do not follow the page's clock.
    await page.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const limit = new AbortController();
        setTimeout(() => limit.abort(new DOMException('Too late', 'TimeoutError')), ms);
        return limit.signal;
      };
    });
    await visit(`/${id}`);
    await rowWith(page, 'ada').waitFor();
    const held: Route[] = [];
    await page.route('**/search**', (route) => held.push(route), { times: 1 });
    // Looks at once.
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await eventually(
      async () => held.length,
      (count) => count === 1,
    );
    await newSubmission(id, { email: 'bob@example.com' });
    await page.clock.fastForward(MINUTE_MS);
    await rowWith(page, 'bob').waitFor();
  });

  test('returns to the list with one press of Back after several were read, and after the open one was deleted', async () => {
    const { id } = await newEndpoint(own.key);
    for (const name of ['ada', 'bob', 'eve']) await newSubmission(id, { email: `${name}@example.com` });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await rowWith(page, 'eve').click();
    for (const name of ['bob', 'ada']) {
      await page.keyboard.press('j');
      await page.getByRole('region', { name: 'Open submission' }).getByText(`${name}@example.com`).first().waitFor();
    }
    await page.keyboard.press('#');
    await word(page, 'Deleted').waitFor();
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('id='));
    expect(await page.getByText('Submission not found').count()).toBe(0);
  });

  test('ignores Caps Lock in shortcuts', async () => {
    const { id } = await newEndpoint(own.key);
    await newSubmission(id, { email: 'ada@example.com' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await rowWith(page, 'ada').click();
    await page.waitForURL(/id=/);
    await page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { key: 'U', bubbles: true }))`);
    await page.waitForURL((url) => !url.search.includes('id='));
    expect(await word(page, 'unread').count()).toBe(0);
  });

  test('marks a selected row as unread even if it was opened since', async () => {
    const { id } = await newEndpoint(own.key);
    const submissionId = await newSubmission(id, { email: 'ada@example.com' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    const isRead = async () =>
      (await send('GET', `/v1/submission/${id}/${submissionId}`, { key: own.key })).json.isRead;
    await page.locator('.row input').check();
    await rowWith(page, 'ada').click();
    await eventually(isRead, (read) => read);
    await page.locator('.bulk').getByRole('button', { name: 'Mark unread' }).click();
    await eventually(isRead, (read) => !read);
  });

  test('does not count submissions that are being deleted', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    for (const name of ['ada', 'bob', 'eve']) await newSubmission(id, { email: `${name}@example.com` });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    await page.getByRole('link', { name: 'Unread 3' }).waitFor();
    for (const at of [0, 1]) await page.locator('.row input').nth(at).check();
    await page.locator('.bulk').getByRole('button', { name: 'Delete' }).click();
    // The deletion itself waits for longer, since it can be undone.
    await page.getByRole('link', { name: 'Unread 1' }).waitFor({ timeout: 5_000 });
  });

  test('keeps the focus on a webhook’s switch', async () => {
    const { id } = await newEndpoint(own.key);
    await newWebhook(own.key, { endpointId: id, url: 'https://example.com/hook' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/webhooks` });
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('switch').focus();
    await page.keyboard.press(' ');
    await answered;
    await page
      .getByText('Switched off')
      .or(page.getByRole('switch', { checked: false }))
      .first()
      .waitFor();
    expect(await page.locator(':focus').getAttribute('role')).toBe('switch');
  });

  test('keeps the unsaved changes of other tabs when one signs in again', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { json: made, headers } = await send('POST', '/v1/key', {
      key: own.key,
      json: { name: 'Short-lived', expiresAt: '1-day' },
    });
    const secret = headers.get('X-Api-Key-Secret') ?? '';
    const { page: first } = await openDashboard(own.browser, {});
    await chooseKey(first);
    await first.getByLabel('API key').fill(secret);
    await first.getByRole('checkbox').check();
    await first.keyboard.press('Enter');
    await first.locator('.frame').waitFor();
    const second = await first.context().newPage();
    await second.goto(`${outputs().siteUrl}/app/${id}/settings`);
    await second.getByLabel('Name', { exact: true }).fill('Half an hour of typing');
    await send('DELETE', `/v1/key/${made.id}`, { key: own.key });
    await first.reload();
    await first.getByLabel('API key').fill(own.key);
    expect(await first.getByRole('dialog').getByRole('checkbox').isChecked()).toBe(true);
    await first.getByRole('dialog').getByRole('checkbox').uncheck();
    await first.keyboard.press('Enter');
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    await second.reload();
    await chooseKey(second);
    await second.getByLabel('API key').fill(own.key);
    await second.keyboard.press('Enter');
    await second.getByLabel('Name', { exact: true }).waitFor();
    expect(await second.getByLabel('Name', { exact: true }).inputValue()).toBe('Half an hour of typing');
  });
});
