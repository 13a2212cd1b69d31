import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HOPS_MAX } from '../../../../shared/contract/limits.ts';
import { statisticsKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { openDashboard, openOne } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, send, sharedTable } from '../../../support/cloud/service.ts';

/** Pixels that can be scrolled to below the last section. */
const heightBelowContent = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const end = [...document.querySelectorAll('main section')].at(-1)?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - window.scrollY - Math.max(end, window.innerHeight);
  });

describe("the dashboard's overview", () => {
  const own = ownBrowser();

  test('shows totals, days and reasons for spam, for a period kept in the URL', async () => {
    const { id } = await newEndpoint(own.key, { blockedTerms: ['casino'], name: 'Contact form' });
    for (const message of ['One', 'Two', 'Come to the casino']) await newSubmission(id, { message });
    await eventually(
      async () => (await send('GET', `/v1/endpoint/${id}/statistics`, { key: own.key })).json,
      ({ submissions, spam }) => submissions === 3 && spam === 1,
      20_000,
    );
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}` });
    const tabs = page.getByRole('navigation', { name: 'Which submissions' });
    await tabs.getByRole('link', { name: 'Spam' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    const figure = (name: string) => page.locator('.figure', { hasText: name }).locator('dd').textContent();
    await page.locator('.figures').waitFor();
    expect([await figure('Submissions'), await figure('Unread'), await figure('Spam')]).toEqual(['3', '2', '1']);
    expect(await figure('Newest')).toMatch(/^just now$|^\d+ min\. ago$/);
    const amount = (name: string) => page.locator('.amounts > div', { hasText: name }).locator('dd').textContent();
    expect(await amount('blocked term')).toBe('1');
    const rows = page.getByRole('table', { name: 'Submissions per day, in UTC' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.last().getByRole('cell').allTextContents()).toEqual(['2', '1']);

    await page.getByRole('link', { name: 'A year' }).click();
    await page.getByRole('table', { name: 'Submissions per week, in UTC' }).waitFor();
    expect(await heightBelowContent(page)).toBeLessThan(100);
    await page.reload();
    await page.getByRole('table', { name: 'Submissions per week, in UTC' }).waitFor();
    expect(surprises()).toEqual([]);
  });

  test('shows how many mails were sent', async () => {
    const { id } = await newEndpoint(own.key, { targetEmails: ['ada@example.com', 'grace@example.com'] });
    const statistics = async () => (await send('GET', `/v1/endpoint/${id}/statistics`, { key: own.key })).json;
    await eventually(
      () => sharedTable().get(statisticsKey(id)),
      (item) => item !== undefined,
    );
    await newSubmission(id, { message: 'Hello' });
    await eventually(statistics, ({ mails }) => mails.sent === 2);
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}/overview` });
    const mails = page.locator('section', { has: page.getByRole('heading', { name: 'Mails so far' }) });
    await mails.waitFor();
    expect(await mails.locator('dd').allTextContents()).toEqual(['2', '0', '0']);
    expect(surprises()).toEqual([]);
  });

  test('of one submission shows the outcome of each mail', async () => {
    const { id } = await newEndpoint(own.key, { targetEmails: ['ada@example.com', 'bounce@example.com'] });
    const submissionId = await newSubmission(id, { message: 'Hello' });
    await eventually(
      async () =>
        (await send('GET', `/v1/submission/${id}/${submissionId}/deliveries`, { key: own.key })).json.deliveries,
      (deliveries) => deliveries.length === 2 && deliveries.every(({ state }: { state: string }) => state === 'sent'),
      20_000,
    );
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}?id=${submissionId}` });
    await openOne(page).getByText('Deliveries', { exact: true }).click();
    const row = openOne(page).getByRole('row', { name: 'ada@example.com' });
    await row.getByText('sent').waitFor();
    expect(await row.getByRole('time').textContent()).toMatch(/^just now$|^\d+ min\. ago$/);
    expect(await openOne(page).getByRole('row').count()).toBe(3);
    expect(
      await openOne(page)
        .getByText(/Not sent to webhooks/)
        .count(),
    ).toBe(0);
    expect(surprises()).toEqual([]);
  });

  test('of one submission says why no webhook gets it', async () => {
    const { id } = await newEndpoint(own.key);
    const submissionId = await newSubmission(id);
    await sharedTable().update({
      Key: submissionKey(id, submissionId),
      UpdateExpression: 'SET hops = :hops',
      ExpressionAttributeValues: { ':hops': HOPS_MAX },
    });
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}?id=${submissionId}` });
    await openOne(page).getByText('Deliveries', { exact: true }).click();
    await openOne(page)
      .getByText(/Not sent to webhooks/)
      .waitFor();
    expect(surprises()).toEqual([]);
  });
});
