import { describe, expect, test } from '@jest/globals';
import { learnedFilterKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { openDashboard, openOne, rowWith, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, outputs, send, sharedTable } from '../../../support/cloud/service.ts';
import { learn } from '../../../support/learn.ts';

describe("the dashboard's protection from spam", () => {
  const own = ownBrowser();

  const endpoint = async (id: string) => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json;

  test('can be set and removed; the form snippet follows', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page, surprises, visit } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings` });
    await page.getByLabel('Allowed websites').fill('https://example.com\nexample.org');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('example.org must be an origin without a path, such as https://example.com').waitFor();
    await page.getByLabel('Allowed websites').fill('https://example.com, https://example.org');
    await page.getByLabel('Blocked terms').fill('casino\nfree money\n\n@spam.example');
    await page.getByLabel('Name of a hidden field').fill('website');
    await page.getByLabel('Learn from my marks').check();
    await page.getByLabel('Captcha').selectOption('Cloudflare Turnstile');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Needs the siteKey that the provider gave you.').waitFor();
    await page.getByLabel('Site key').fill('1x00000000000000000000AA');
    await page.getByLabel('Secret').fill('1x0000000000000000000000000000000AA');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await endpoint(id)).toMatchObject({
      allowedOrigins: ['https://example.com', 'https://example.org'],
      blockedTerms: ['casino', 'free money', '@spam.example'],
      honeypotField: 'website',
      spamFilter: 'learn',
      captcha: { provider: 'turnstile', siteKey: '1x00000000000000000000AA' },
    });

    await visit(`/${id}/settings`);
    expect(await page.getByLabel('Secret').inputValue()).toBe('');
    await page.getByLabel('Captcha').selectOption('ALTCHA, built in');
    for (const name of ['Allowed websites', 'Blocked terms', 'Name of a hidden field']) {
      await page.getByLabel(name).fill('');
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const saved = await endpoint(id);
    expect(saved.captcha).toEqual({ provider: 'altcha' });
    expect(Object.keys(saved)).not.toEqual(expect.arrayContaining(['allowedOrigins']));
    expect([saved.blockedTerms, saved.honeypotField]).toEqual([undefined, undefined]);

    await page.getByRole('link', { name: 'Use it' }).click();
    const code = page.getByRole('group', { name: 'HTML form' });
    await code.getByText('altcha-widget').waitFor();
    expect(await code.textContent()).toContain(`challenge="${outputs().apiUrl}/v1/f/${id}/challenge"`);
    expect(await code.textContent()).toContain('name="_gotcha"');
    expect(surprises(2)).toEqual([]);
  });

  test.each([
    ['a captcha', { captcha: { provider: 'altcha' as const } }, 'A test needs a solved captcha'],
    ['allowed websites', { allowedOrigins: ['https://example.com'] }, 'Only the allowed websites can post here'],
  ])('with %s says why no test can be sent from here', async (_what, settings, why) => {
    const { id } = await newEndpoint(own.key, settings);
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}/use` });
    await page.getByText(why).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
    expect(surprises()).toEqual([]);
  });

  test('says that the filter has paused, and how it starts again; a wanted submission can be marked', async () => {
    const { id } = await newEndpoint(own.key, { spamFilter: 'learn' });
    const outcomes = { truePositives: 3, falsePositives: 2, trueNegatives: 10, falseNegatives: 0 };
    const record = { period: 0, wanted: 12, taken: 2, wantedBefore: 0, takenBefore: 0 };
    const learned = learn(undefined, [], 'ham', 1);
    const filter = { version: 1, generation: 'test', state: learned, outcomes, record };
    await sharedTable().put({ ...learnedFilterKey(id), ...filter }, {});
    const submissionId = await newSubmission(id, { email: 'ada@example.com', message: 'Hello' });
    const { page, surprises, visit } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings` });
    const notice = page.locator('.notice', { hasText: 'The spam filter is paused' });
    await notice.getByText('Of the last 12 submissions').waitFor();
    await notice.getByText('after 34 such marks at the earliest').waitFor();
    await visit(`/${id}/overview`);
    await notice.waitFor();
    await notice.getByRole('link', { name: 'Open inbox' }).click();
    await rowWith(page, 'ada@example.com').click();
    await openOne(page).getByRole('button', { name: 'Not spam: teach the filter' }).click();
    await word(page, 'The filter is learning that 1 submission is wanted').waitFor();
    const item = await eventually(
      () => sharedTable().get(submissionKey(id, submissionId)),
      (found) => found?.learnedAs === 'ham',
    );
    expect(item).toMatchObject({ isSpam: false, learnedIn: 'test' });
    expect(surprises()).toEqual([]);
  });

  test('shows why a submission was held, until somebody marks it as not spam', async () => {
    const { id } = await newEndpoint(own.key, { blockedTerms: ['casino'] });
    await newSubmission(id, { email: 'ada@example.com', message: 'Hello' });
    await newSubmission(id, { email: 'bob@example.com', message: 'Come to the casino' });
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${id}?tab=spam` });
    await rowWith(page, 'Spam: blocked term').click();
    await openOne(page).getByText('it contains the blocked term “casino”').waitFor();
    expect(await page.locator('.row').count()).toBe(1);
    await openOne(page).getByRole('button', { name: 'Not spam' }).click();
    await openOne(page).getByText('blocked term').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await rowWith(page, 'bob@example.com').waitFor();
    expect(surprises()).toEqual([]);
  });
});
