import { describe, expect, test } from '@jest/globals';
import { openDashboard, rowsOf } from '../../../support/browser/dashboard.ts';
import { type OwnBrowser, ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, newSubmission, outputs } from '../../../support/cloud/service.ts';

describe("the dashboard's first view", () => {
  let { browser, key } = {} as OwnBrowser;
  let endpointId: string;

  ownBrowser(async (own) => {
    ({ browser, key } = own);
    ({ id: endpointId } = await newEndpoint(key));
    await newSubmission(endpointId, { email: 'ada@example.com', message: 'Hello' });
  });

  test.each([
    ['an inbox', () => `/${endpointId}`, 3],
    ['the first inbox', () => '', 2],
  ])('shows %s after three requests', async (_what, pathOf, atOnce) => {
    const { page, visit, surprises } = await openDashboard(browser, { key, path: '/keys' });
    await page.getByText('In use here').waitFor();
    const { apiUrl } = outputs();
    const requested: string[] = [];
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // The first requests get no response before all of them were sent; the totals, and any request after three, get none.
    await page.route(`${apiUrl}/**`, async (route) => {
      const path = route.request().url().slice(apiUrl.length).replace(/\?.*/, '');
      requested.push(path);
      if (requested.length === atOnce) answer();
      if (path === '/v1/statistics' || requested.length > 3) return;
      await isAsked;
      await route.continue();
    });
    await visit(pathOf());
    await rowsOf(page).first().waitFor();
    expect(requested.sort()).toEqual(['/v1/endpoints', '/v1/statistics', `/v1/submissions/${endpointId}/search`]);
    expect(surprises()).toEqual([]);
  });
});
