import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../support/browser/browser.ts';
import { openDashboard, openOne, rowWith, word } from '../../../support/browser/dashboard.ts';
import { eventually, newEndpoint, newSubmission, newWorkspace, outputs, send } from '../../../support/cloud/service.ts';

const SECOND_MS = 1_000;
const LONG_MS = 31 * SECOND_MS;
/** Requests of ten seconds of polling and of the actions below. */
const REQUESTS_MAX = 20;

describe('the dashboard', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  describe('while the API is gone for ten seconds', () => {
    test('says so, keeps the open submission and typed text, reverts failed changes, and recovers', async () => {
      const { key } = await newWorkspace();
      const { id: endpointId } = await newEndpoint(key, { name: 'Contact form' });
      const from = (name: string) =>
        newSubmission(endpointId, { email: `${name}@example.com`, message: `From ${name}` });
      const adaId = await from('ada');
      await from('bob');
      const { page } = await openDashboard(browser, { key, path: `/${endpointId}` });
      await page.clock.install();
      await page.reload();
      await rowWith(page, 'ada').click();
      await openOne(page).getByText('From ada').waitFor();

      let requests = 0;
      const gone = `${outputs().apiUrl}/**`;
      await page.route(gone, (route) => {
        requests += 1;
        return route.abort('connectionrefused');
      });
      await page.clock.runFor(5 * SECOND_MS);
      await page.getByText('Cannot reach the service').waitFor();
      await openOne(page).getByRole('button', { name: 'Spam' }).click();
      // Opening a submission fails to mark it as read.
      await word(page, 'Failed: The service cannot be reached.').first().waitFor();
      await rowWith(page, 'ada').click();
      await page.getByLabel('Search submissions').fill('from bob');
      await page.clock.runFor(5 * SECOND_MS);
      expect(await openOne(page).getByText('From ada').isVisible()).toBe(true);
      expect(requests).toBeGreaterThan(1);
      expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);

      await from('carol');
      await page.unroute(gone);
      await page.clock.fastForward(LONG_MS);
      await page.getByText('Cannot reach the service').waitFor({ state: 'detached' });
      await rowWith(page, 'bob').waitFor();
      await page.getByLabel('Search submissions').fill('');
      await page.clock.fastForward(LONG_MS);
      await rowWith(page, 'carol').waitFor();
      await openOne(page).getByRole('button', { name: 'Spam' }).click();
      await eventually(
        async () => (await send('GET', `/v1/submission/${endpointId}/${adaId}`, { key })).json,
        ({ isSpam }) => isSpam,
      );
    });
  });

  describe('while the API is too busy', () => {
    test('reports abandoned requests, with a retry button', async () => {
      const { key } = await newWorkspace();
      const { id } = await newEndpoint(key);
      const { page, surprises, visit } = await openDashboard(browser, { key });
      let timeouts = 3;
      await page.route(`${outputs().apiUrl}/v1/endpoint/${id}/statistics**`, (route) =>
        timeouts-- > 0
          ? route.fulfill({ status: 504, json: { code: 'GATEWAY_TIMEOUT', requestId: 'id-2=' } })
          : route.continue(),
      );
      await visit(`/${id}/overview`);
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      await page.getByRole('alert').getByText('id-2=').waitFor();
      expect(surprises()).toEqual([expect.stringMatching(/^timed out: GET .*\/statistics/)]);
      await retry.click();
      await page.locator('.chart').waitFor();
    });

    test('says why an export waits, and stops it if somebody cancels', async () => {
      const { key } = await newWorkspace();
      const { id } = await newEndpoint(key);
      await newSubmission(id, { message: 'Hello' });
      const { page } = await openDashboard(browser, { key, path: `/${id}` });
      await rowWith(page, 'Hello').waitFor();
      const headers = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '60',
      };
      await page.route(`${outputs().apiUrl}/v1/submissions/${id}/search*limit=100*`, (route) =>
        route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', message: 'Wait.' }, headers }),
      );
      await page.getByRole('button', { name: 'Export' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export submissions' });
      await dialog.getByRole('button', { name: 'Export' }).click();
      await dialog.getByText('Your key has reached its limit per minute.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Your key has reached its limit per minute.').waitFor({ state: 'detached' });
    });
  });
});
