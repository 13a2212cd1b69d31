import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard } from '../../../support/dashboard.ts';
import { ownBrowser } from '../../../support/ownBrowser.ts';
import { newEndpoint, newSubmission, outputs, send } from '../../../support/service.ts';
import { deferred } from '../../../support/simulator/deferred.ts';

describe('the dashboard on a slow line', () => {
  const own = ownBrowser();

  const open = (path: string) => openDashboard(own.browser, { key: own.key, path });

  /** Holds the responses to requests whose URL contains a text until released. */
  async function hold(page: Page, text: string) {
    const [requested, released] = [deferred<void>(), deferred<void>()];
    await page.route(
      (url) => url.href.startsWith(outputs().apiUrl) && url.href.includes(text),
      async (route) => {
        const response = await route.fetch();
        requested.resolve();
        await released.promise;
        await route.fulfill({ response });
      },
    );
    return { requested: requested.promise, release: released.resolve };
  }

  test('more deliveries that arrive after another tab was chosen are not shown there', async () => {
    const { id: endpointId } = await newEndpoint(own.key);
    const json = { endpointId, url: 'https://example.com/hook' };
    const { id } = (await send('POST', '/v1/webhook', { key: own.key, json })).json;
    const { page } = await open('/keys');
    const released = deferred<void>();
    const delivery = (state: string, name: string) => ({
      id: `evt_${name}`,
      event: 'submission.created',
      submissionId: 'sub_1',
      state,
      attempts: [],
      createdAt: '2026-11-26 10:00:00.000000',
    });
    await page.route(`${outputs().apiUrl}/v1/webhook/${id}/deliveries*`, async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const isMore = query.has('cursor');
      if (isMore) await released.promise;
      const deliveries = query.has('state')
        ? [delivery('failed', 'failed')]
        : [delivery('delivered', isMore ? 'second' : 'first')];
      const _metadata = isMore ? { examined: 1, done: true } : { examined: 1, done: false, cursor: 'next' };
      const headers = { 'Access-Control-Allow-Origin': '*' };
      // The page may have abandoned the request.
      await route.fulfill({ json: { deliveries, _metadata }, headers }).catch(() => {});
    });
    await page.goto(`${outputs().siteUrl}/app/${endpointId}/webhooks?id=${id}`);
    const shown = page.locator('.delivery');
    await shown.filter({ hasText: 'evt_first' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Failed' }).click();
    await shown.filter({ hasText: 'evt_failed' }).waitFor({ state: 'attached' });
    released.resolve();
    await page.getByRole('button', { name: 'Show more' }).and(page.locator(':enabled')).waitFor();
    expect(await shown.count()).toBe(1);
    expect(await shown.textContent()).toContain('evt_failed');
  });

  test('a list of endpoints that was read before one was created does not hide it', async () => {
    await newEndpoint(own.key, { name: 'First form' });
    const { page, visit } = await open('/keys');
    const list = await hold(page, '/v1/endpoints');
    await visit('/new');
    await list.requested;
    await page.getByLabel('Name', { exact: true }).fill('Second form');
    await page.getByLabel('Short name').fill('second-form');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.waitForURL(/\/app\/enp_/);
    list.release();
    await page.getByRole('heading', { name: 'Second form' }).waitFor();
    expect(await page.locator('#side-bar .side-link bdi').allTextContents()).toEqual(['First form', 'Second form']);
  });

  test('text typed while a form is saved stays unsaved', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page } = await open(`/${id}/settings`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('First');
    const saving = await hold(page, `/v1/endpoint/${id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.requested;
    await page.getByLabel('Blocked terms').fill('casino');
    saving.release();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Unsaved changes').waitFor();
    expect([await name.inputValue(), await page.getByLabel('Blocked terms').inputValue()]).toEqual(['First', 'casino']);
    await name.fill('Second');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const { json } = await send('GET', `/v1/endpoint/${id}`, { key: own.key });
    expect(json).toMatchObject({ name: 'Second', blockedTerms: ['casino'] });
  });

  test('rules typed while submissions are read stay', async () => {
    const { id } = await newEndpoint(own.key, { fields: [{ name: 'email', type: 'email' }] });
    await newSubmission(id, { email: 'ada@example.com', phone: '123' });
    const { page } = await open(`/${id}/fields`);
    const reading = await hold(page, `/v1/submissions/${id}`);
    await page.getByRole('button', { name: 'From submissions' }).click();
    await reading.requested;
    await page.getByLabel('Label of email').fill('Your address');
    reading.release();
    await page.getByLabel('Name of phone').waitFor();
    expect(await page.getByLabel('Label of email').inputValue()).toBe('Your address');
  });
});
