import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, outputs, send } from '../../../support/cloud/service.ts';
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

  test('deliveries loaded after a switch of tabs are not shown in the new tab', async () => {
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

  test('a late list of endpoints does not hide a newer endpoint', async () => {
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

  const addWebhook = async (page: Page, url: string) => {
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByLabel('URL', { exact: true }).fill(url);
    return { dialog, add: () => dialog.getByRole('button', { name: 'Add webhook' }).click() };
  };

  const leaveWhileAdding = async (url: string) => {
    const { id } = await newEndpoint(own.key);
    const { page } = await open(`/${id}/webhooks`);
    await page.getByText('No webhook yet').waitFor();
    const creating = await hold(page, '/v1/webhook');
    const { dialog, add } = await addWebhook(page, url);
    await add();
    await creating.requested;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    return { id, page, dialog, creating };
  };

  test('a secret is shown even after its form was closed; another form stays open with its input', async () => {
    const { page, dialog, creating } = await leaveWhileAdding('https://example.com/first');
    await addWebhook(page, 'https://example.com/second');
    creating.release();
    const secret = page.getByRole('dialog', { name: 'The webhook’s secret' });
    expect(await secret.locator('code').textContent()).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    expect(await dialog.getByLabel('URL', { exact: true }).inputValue()).toBe('https://example.com/second');
  });

  test('adding a webhook again before the response creates it once, and shows its secret once', async () => {
    const { id, page, dialog, creating } = await leaveWhileAdding('https://example.com/hook');
    await (await addWebhook(page, 'https://example.com/hook')).add();
    await dialog.getByRole('button', { name: 'Add webhook', disabled: true }).waitFor();
    creating.release();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await send('GET', `/v1/webhooks/${id}`, { key: own.key })).json.webhooks).toHaveLength(1);
  });

  test('a webhook whose response is lost is added once, and says that its secret is lost', async () => {
    const { id } = await newEndpoint(own.key);
    const { page } = await open(`/${id}/webhooks`);
    await page.getByText('No webhook yet').waitFor();
    await page.route(
      `${outputs().apiUrl}/v1/webhook`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const { dialog, add } = await addWebhook(page, 'https://example.com/hook');
    await add();
    await dialog.getByText('cannot be reached').waitFor();
    await add();
    await dialog.getByText('its secret is lost').waitFor();
    const { json } = await send('GET', `/v1/webhooks/${id}`, { key: own.key });
    expect(json.webhooks).toHaveLength(1);
  });

  test('a failure is reported even after its form was left', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page } = await open(`/${id}/settings`);
    await page.getByLabel('Short name').fill('No');
    const saving = await hold(page, `/v1/endpoint/${id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.requested;
    await page.getByRole('link', { name: 'Overview' }).click();
    saving.release();
    await word(page, 'slug').waitFor();
  });

  test('creating or deleting an endpoint does not navigate away from a page opened since', async () => {
    const { id } = await newEndpoint(own.key, { name: 'First form' });
    const { page } = await open('/new');
    await page.getByRole('link', { name: 'First form' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Second form');
    const changing = await hold(page, '/v1/endpoint');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await changing.requested;
    await page.getByRole('link', { name: 'API keys' }).click();
    changing.release();
    await word(page, 'The endpoint is ready.').waitFor();
    expect(page.url()).toMatch(/keys$/);
    await page.unrouteAll();

    await page.getByRole('link', { name: 'First form' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('First form');
    const deleting = await hold(page, `/v1/endpoint/${id}`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await deleting.requested;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    deleting.release();
    await word(page, 'First form').waitFor();
    expect(page.url()).toMatch(/keys$/);
  });

  test('creating an endpoint does not close a form opened since', async () => {
    await newEndpoint(own.key, { name: 'First form' });
    const { page } = await open('/new');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Second form');
    const creating = await hold(page, '/v1/endpoint');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await creating.requested;
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('link', { name: 'New endpoint' }).click();
    await name.fill('Third form');
    creating.release();
    await word(page, 'The endpoint is ready.').waitFor();
    expect(page.url()).toMatch(/new$/);
    expect(await name.inputValue()).toBe('Third form');
  });

  test.each([
    ['settings', 'Short name', 'No', 'Blocked terms'],
    ['fields', 'Name of email', '', 'Label of phone'],
  ])('rejected %s do not take the focus from somebody who keeps typing', async (view, wrong, text, other) => {
    const fields = [
      { name: 'email', type: 'email' },
      { name: 'phone', type: 'tel' },
    ] as const;
    const { id } = await newEndpoint(own.key, { fields: [...fields] });
    const { page } = await open(`/${id}/${view}`);
    await page.getByLabel(wrong).fill(text);
    const saving = await hold(page, `/v1/endpoint/${id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.requested;
    await page.getByLabel(other).focus();
    saving.release();
    await page.locator('.field-problem').waitFor();
    await page.keyboard.type('casino');
    expect(await page.getByLabel(other).inputValue()).toBe('casino');
  });
});
