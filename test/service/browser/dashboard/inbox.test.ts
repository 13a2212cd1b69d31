import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { BULK_IDS_MAX } from '../../../../shared/contract/limits.ts';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { openDashboard, openOne, rowsOf, rowWith, word } from '../../../support/browser/dashboard.ts';
import { type OwnBrowser, ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, outputs, send } from '../../../support/cloud/service.ts';
import { putSubmissions } from '../../../support/cloud/storedSubmissions.ts';
import { parseCsv } from '../../../support/csv.ts';
import { deferred } from '../../../support/simulator/deferred.ts';

const HOSTILE = {
  name: '<script>document.title = "taken"</script><img src=x onerror="alert(1)">',
  link: 'javascript:alert(2) https://example.com/safe?a=1&b=2.',
  '<b>name</b>': '"><iframe src="https://evil.example"></iframe>',
  bidi: 'invoice\u202Egpj.exe',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
  arabic: 'مرحبا بالعالم',
  long: 'x'.repeat(40_000),
  nested: { items: [{ sku: 'A-1', options: { color: 'red' } }], paid: true, coupon: null },
  ...Object.fromEntries(Array.from({ length: 190 }, (_, place) => [`field ${place}`, place])),
};

describe("the dashboard's inbox", () => {
  let { browser, key } = {} as OwnBrowser;
  let endpointId: string;

  ownBrowser(async (own) => {
    ({ browser, key } = own);
    ({ id: endpointId } = await newEndpoint(key, { name: 'Contact form' }));
  });

  const open = (path = '') => openDashboard(browser, { key, path: `/${endpointId}${path}` });
  const from = (name: string, message = 'Hello') =>
    newSubmission(endpointId, { email: `${name}@example.com`, message });
  const flagsOf = async (id: string) => {
    const { status, json } = await send('GET', `/v1/submission/${endpointId}/${id}`, { key });
    return status === 200 ? `${json.isRead ? 'read' : 'unread'}${json.isSpam ? ' spam' : ''}` : `${status}`;
  };
  const becomes = (id: string, flags: string) =>
    eventually(
      () => flagsOf(id),
      (now) => now === flags,
    );
  /** Returns what a search finds before changes are saved only after they are. */
  const readBeforeSaving = async (page: Page, requests: number) => {
    const [read, saved] = [deferred<void>(), deferred<void>()];
    await page.route(`${outputs().apiUrl}/v1/submissions/*/search?*`, async (route) => {
      const response = await route.fetch();
      read.resolve();
      await saved.promise;
      await route.fulfill({ response });
    });
    let left = requests;
    await page.route(`${outputs().apiUrl}/v1/submissions/*`, async (route) => {
      await read.promise;
      await route.fulfill({ response: await route.fetch() });
      left -= 1;
      if (left === 0) saved.resolve();
    });
  };
  const sendersIn = async (page: Page) => page.locator('.row .sender').allTextContents();

  test('lists the newest first, in tabs, and searches by words kept in the URL', async () => {
    const [, spamId] = [await from('ada', 'About engines'), await from('bob', 'Buy now')];
    await from('carol', 'About compilers');
    await send('PUT', `/v1/submission/${endpointId}/${spamId}`, { key, json: { isSpam: true } });
    const { page, surprises } = await open();
    await rowWith(page, 'carol').waitFor();
    expect(await sendersIn(page)).toEqual(['carol@example.com', 'ada@example.com']);
    await page.getByRole('link', { name: 'Spam' }).click();
    await rowWith(page, 'bob').waitFor();
    expect(await sendersIn(page)).toEqual(['bob@example.com']);
    await page.getByRole('link', { name: 'All' }).click();
    await page.getByLabel('Search submissions').fill('about ENGINES');
    await page.waitForURL(/\?tab=all&q=about\+ENGINES$/);
    await page.reload();
    await rowWith(page, 'ada').waitFor();
    expect(await sendersIn(page)).toEqual(['ada@example.com']);
    await page.getByLabel('Search submissions').fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    expect(surprises()).toEqual([]);
  });

  test('searches by dates kept in the URL', async () => {
    await from('ada');
    const { page, surprises } = await open('?tab=all');
    await rowWith(page, 'ada').waitFor();
    await page.getByRole('button', { name: 'Search by date' }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-12-31');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.waitForURL(/\?tab=all&to=2020-12-31&from=2020-01-01$/);
    await page.reload();
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Search by date' }).click();
    await page.waitForURL(/\?tab=all$/);
    await rowWith(page, 'ada').waitFor();
    expect(await page.getByLabel('To', { exact: true }).count()).toBe(0);
    expect(surprises()).toEqual([]);
  });

  test('keeps a trailing space typed before a pause', async () => {
    await from('ada', 'About engines');
    const { page } = await open();
    await rowWith(page, 'ada').waitFor();
    await page.getByLabel('Search submissions').focus();
    await page.keyboard.type('about ');
    await page.waitForURL(/q=about$/);
    await page.keyboard.type('eng');
    await page.waitForURL(/q=about\+eng$/);
  });

  test('runs a search still being typed in the tab that is opened meanwhile', async () => {
    await from('ada');
    const { page } = await open();
    await rowWith(page, 'ada').waitFor();
    // Before the pause that starts the search.
    await page.evaluate(`(async () => {
      const field = document.querySelector('#search');
      field.value = 'hello';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      document.querySelector('.row a').click();
      Array.from(document.querySelectorAll('.tabs a')).find(({ textContent }) => textContent === 'All').click();
    })()`);
    await page.waitForURL(/q=hello/);
    expect(new URL(page.url()).searchParams.get('tab')).toBe('all');
  });

  test('ignores selections in another tab', async () => {
    const id = await from('ada');
    const { page } = await open();
    await rowWith(page, 'ada').waitFor();
    await page.getByLabel('Select ada@example.com').check();
    // Before the browser paints the tab.
    await page.evaluate(`(async () => {
      Array.from(document.querySelectorAll('.tabs a')).find(({ textContent }) => textContent === 'All').click();
      while (!location.search.includes('tab=all') || document.querySelector('.tabs [aria-current]').textContent !== 'All')
        await null;
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '!', bubbles: true }));
    })()`);
    await page.getByRole('button', { name: 'Clear selection' }).waitFor({ state: 'detached' });
    expect(await flagsOf(id)).toBe('unread');
    expect(await page.locator('.toast').count()).toBe(0);
  });

  test('keeps a date that is typed right after its field appears', async () => {
    await from('ada');
    const { page } = await open('?tab=all');
    await rowWith(page, 'ada').waitFor();
    const typed = await page.evaluate(`(async () => {
      document.querySelector('[aria-label="Search by date"]').click();
      const find = () => document.querySelector('[type=date]');
      while (!find()) await null;
      // The first digit of the year.
      find().value = '0002-01-02';
      find().dispatchEvent(new Event('input', { bubbles: true }));
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return find().value;
    })()`);
    expect(typed).toBe('0002-01-02');
  });

  test('keeps a date that is being typed when new totals arrive', async () => {
    await from('ada');
    const { page, surprises } = await open('?tab=all');
    await page.getByRole('button', { name: 'Search by date' }).click();
    const field = page.getByLabel('From', { exact: true });
    await field.focus();
    // The first digit of the year.
    await page.keyboard.type('01022');
    await from('bob');
    await page.getByRole('link', { name: 'Unread 2' }).waitFor();
    expect(await field.inputValue()).toBe('0002-01-02');
    await field.fill('2020-01-02');
    await page.waitForURL(/from=2020-01-02/);
    expect(surprises()).toEqual([]);
  });

  test('marks an opened submission as read; marks as unread and as spam, and deletes, by mouse; each can be undone', async () => {
    const ids = [await from('ada'), await from('bob'), await from('carol')] as [string, string, string];
    const { page, surprises } = await open();
    await rowWith(page, 'carol').click();
    const detail = openOne(page);
    await detail.getByRole('heading', { name: 'carol@example.com' }).waitFor();
    expect(await detail.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      'mailto:carol@example.com?subject=Re%3A%20Contact%20form',
    );
    await becomes(ids[2], 'read');
    await detail.getByRole('button', { name: 'Mark unread' }).click();
    await becomes(ids[2], 'unread');

    await detail.getByRole('button', { name: 'Spam' }).click();
    await detail.getByRole('heading', { name: 'bob@example.com' }).waitFor();
    await becomes(ids[2], 'unread spam');
    expect(await sendersIn(page)).toEqual(['bob@example.com', 'ada@example.com']);
    await word(page, 'Marked as spam.').getByRole('button', { name: 'Undo' }).click();
    await becomes(ids[2], 'unread');
    await rowWith(page, 'carol').waitFor();

    await detail.getByRole('button', { name: 'Delete' }).click();
    await word(page, 'Deleted.').getByRole('button', { name: 'Undo' }).click();
    await rowWith(page, 'bob').click();
    await detail.getByRole('button', { name: 'Delete' }).click();
    await rowWith(page, 'bob').waitFor({ state: 'detached' });
    await becomes(ids[1], 'read');
    // Leaving the page completes what can no longer be undone.
    await page.reload();
    await becomes(ids[1], '404');
    await becomes(ids[0], 'read');
    await becomes(ids[2], 'unread');
    expect(surprises()).toEqual([]);
  });

  test('shows a hostile submission as plain text', async () => {
    const id = await newSubmission(endpointId, HOSTILE);
    const { page, surprises } = await open(`?id=${id}`);
    const detail = openOne(page);
    await detail.getByText(HOSTILE.name).first().waitFor();
    const links = await detail.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://example.com/safe?a=1&b=2', 'https://evil.example/']);
    expect(await detail.locator('iframe, img, script').count()).toBe(0);
    expect(await detail.getByText('invoicegpj.exe').count()).toBe(1);
    expect(await detail.locator('.field').count()).toBe(Object.keys(HOSTILE).length);
    const arabic = detail.getByText(HOSTILE.arabic);
    expect(await arabic.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    await detail.getByRole('button', { name: 'Show all 40,000 characters' }).click();
    expect(await detail.getByText('x'.repeat(40_000)).count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.title()).toContain('Contact form');
    expect(surprises()).toEqual([]);
  });

  test('shows rule labels, or field names as words, with the field name in a tooltip', async () => {
    const fields: Endpoint['fields'] = [{ name: 'plz', label: 'Postcode', type: 'text' }];
    const labelled = await newEndpoint(key, { name: 'Contact form', fields });
    const id = await newSubmission(labelled.id, { plz: '1010', phone_number: '1', more: { zipCode: '2' } });
    const { page } = await openDashboard(browser, { key, path: `/${labelled.id}?id=${id}` });
    for (const [label, name] of Object.entries({
      Postcode: 'plz',
      'Phone number': 'phone_number',
      'Zip code': 'zipCode',
    }))
      expect(await openOne(page).getByText(label, { exact: true }).getAttribute('title')).toBe(name);
  });

  test('shows new submissions automatically, also in the title, without moving the open one', async () => {
    await from('ada', 'First');
    const { page } = await open();
    await rowWith(page, 'ada').click();
    await openOne(page).getByText('First').waitFor();
    await from('bob', 'Second');
    await rowWith(page, 'bob').waitFor();
    await eventually(
      () => page.title(),
      (title) => title === '(1) Contact form',
    );
    expect(await openOne(page).getByText('First').isVisible()).toBe(true);
    expect(page.url()).toContain('?id=');
  });

  test('opens a submission of another tab by its link, marks it once, and stays with it', async () => {
    const id = await from('ada');
    await from('bob');
    const { page } = await open(`?tab=spam&id=${id}`);
    const detail = openOne(page);
    await detail.getByRole('button', { name: 'Mark unread' }).waitFor();
    await becomes(id, 'read');
    await detail.getByRole('button', { name: 'Mark unread' }).click();
    await detail.getByRole('button', { name: 'Mark read' }).waitFor();
    await becomes(id, 'unread');
    await page.keyboard.press('Shift+I');
    await becomes(id, 'read');
    expect(await detail.getByRole('heading', { name: 'ada@example.com' }).count()).toBe(1);
    await detail.getByRole('button', { name: 'Delete' }).click();
    await detail.getByRole('heading').waitFor({ state: 'detached' });
    await word(page, 'Deleted.').getByRole('button', { name: 'Undo' }).click();
    await becomes(id, 'read');
  });

  test('selects nothing in a tab opened while all matches of another tab are being loaded', async () => {
    await putSubmissions(outputs(), endpointId, 120, () => '{"message":"Hello"}');
    const { page } = await open();
    await page.getByLabel('Select all shown').click();
    const [asked, released] = [deferred<void>(), deferred<void>()];
    await page.route(`${outputs().apiUrl}/v1/submissions/*/search?*limit=100*`, async (route) => {
      asked.resolve();
      await released.promise;
      // The page may have cancelled it.
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: 'Select everything found' }).click();
    await asked.promise;
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor({ state: 'detached' });
    released.resolve();
    await word(page, /./).waitFor({ state: 'detached' });
    expect(await page.getByText(/selected$/).count()).toBe(0);
  });

  test('loads long lists step by step, and applies actions to all matches, and exports them', async () => {
    await putSubmissions(outputs(), endpointId, 130, () => '{"message":"Hello","=field":"=1+1"}');
    await newSubmission(endpointId, { message: 'Another', late: 'x' });
    const { page, surprises } = await open();
    await rowWith(page, 'Another').waitFor();
    await page.getByLabel('Search submissions').fill('hello');
    await rowWith(page, 'Another').waitFor({ state: 'detached' });
    expect(await rowsOf(page).count()).toBeLessThan(130);
    await eventually(
      async () => {
        await rowsOf(page).last().scrollIntoViewIfNeeded();
        return page.getByText('130 submissions were found.').count();
      },
      (count) => count === 1,
    );
    await page.reload();
    await page.getByLabel('Select all shown').click();
    await page.getByRole('button', { name: 'Select everything found' }).click();
    await page.getByText('130 selected').waitFor();
    await readBeforeSaving(page, Math.ceil(130 / BULK_IDS_MAX));
    await page.getByRole('toolbar').getByRole('button', { name: 'Spam' }).click();
    await word(page, '130 submissions marked as spam.').waitFor();
    await page.getByText('Nothing found').waitFor();
    await page.unrouteAll();
    const spamCount = async () => {
      const pages = [1, 2].map((number) => send('GET', `/v1/submissions/${endpointId}?page=${number}`, { key }));
      const all = (await Promise.all(pages)).flatMap(({ json }) => json.submissions as { isSpam: boolean }[]);
      return all.filter(({ isSpam }) => isSpam).length;
    };
    await eventually(spamCount, (count) => count === 130, 20_000);

    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export submissions' });
    await dialog.getByLabel('Everything, spam included').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^slug-\w+-\d{4}-\d{2}-\d{2}\.csv$/);
    const records = parseCsv(readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''));
    expect(records).toHaveLength(131);
    expect(records[0]).toMatchObject({ 'data.message': 'Another', 'data.late': 'x' });
    expect(records[130]).toMatchObject({
      'data.message': 'Hello',
      'data.=field': "'=1+1",
      'data.late': '',
      isSpam: 'true',
    });
    expect(surprises()).toEqual([]);
  });
});
