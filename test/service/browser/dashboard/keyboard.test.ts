import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard, openOne, rowWith, word } from '../../../support/browser/dashboard.ts';
import { type OwnBrowser, ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, outputs, send } from '../../../support/cloud/service.ts';

describe('the dashboard with the keyboard only', () => {
  let { browser, key } = {} as OwnBrowser;
  let endpointId: string;

  ownBrowser(async (own) => {
    ({ browser, key } = own);
    ({ id: endpointId } = await newEndpoint(key, { name: 'Contact form' }));
    await newEndpoint(key, { name: 'Newsletter' });
    for (const name of ['ada', 'bob', 'carol']) {
      await newSubmission(endpointId, { email: `${name}@example.com`, message: `From ${name}` });
    }
  });

  const press = async (page: Page, ...keys: string[]) => {
    for (const each of keys) await page.keyboard.press(each);
  };
  const focused = (page: Page) => page.locator(':focus');
  const flags = async () => {
    const { json } = await send('GET', `/v1/submissions/${endpointId}`, { key });
    return json.submissions.map(
      ({ data, isRead, isSpam }: { data: { email: string }; isRead: boolean; isSpam: boolean }) =>
        `${data.email.split('@')[0]}${isRead ? ' read' : ''}${isSpam ? ' spam' : ''}`,
    );
  };
  const become = (...expected: string[]) =>
    eventually(flags, (now) => JSON.stringify(now) === JSON.stringify(expected));

  test('signs in, reads, marks, undoes, selects, deletes and exports', async () => {
    const { page, surprises } = await openDashboard(browser, { path: `/${endpointId}` });
    // To “Use an API key”.
    await press(page, 'Tab', 'Tab', 'Enter');
    await page.keyboard.type(key);
    await press(page, 'Enter');
    await rowWith(page, 'carol').waitFor();

    await press(page, 'j', 'j');
    expect(await focused(page).textContent()).toContain('bob@example.com');
    await press(page, 'Enter');
    await openOne(page).getByText('From bob').waitFor();
    await press(page, 'k');
    await openOne(page).getByText('From carol').waitFor();
    await become('carol read', 'bob read', 'ada');
    await press(page, 'Shift+U');
    await become('carol', 'bob read', 'ada');
    await press(page, 'u');
    await page.getByText('Select a submission to read it.').waitFor();
    expect(await focused(page).textContent()).toContain('carol@example.com');

    await press(page, '!');
    await rowWith(page, 'carol').waitFor({ state: 'detached' });
    await become('carol spam', 'bob read', 'ada');
    await press(page, 'z');
    await rowWith(page, 'carol').waitFor();
    await become('carol', 'bob read', 'ada');

    await press(page, 'k', 'x', 'j', 'j', 'x');
    await page.getByText('2 selected').waitFor();
    await press(page, '#');
    await word(page, '2 submissions deleted.').waitFor();
    await press(page, 'z');
    await rowWith(page, 'ada').waitFor();
    expect(await flags()).toEqual(['carol', 'bob read', 'ada']);

    await press(page, '/');
    await page.keyboard.type('from ada');
    await page.waitForURL(/q=from\+ada/);
    await rowWith(page, 'bob').waitFor({ state: 'detached' });
    await press(page, 'Tab', 'Tab', 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Export submissions' });
    await dialog.getByLabel('The inbox, matching “from ada”').waitFor();
    await press(page, 'Tab', 'ArrowDown', 'Tab', 'Tab');
    const download = page.waitForEvent('download');
    await press(page, 'Enter');
    const file = JSON.parse(await readStream(await (await download).createReadStream()));
    expect(file).toEqual([
      expect.objectContaining({ data: { email: 'ada@example.com', message: 'From ada' }, isRead: false }),
    ]);
    expect(surprises()).toEqual([]);
  });

  test('reaches every view and action by the palette, which restores the focus', async () => {
    const { page, surprises } = await openDashboard(browser, { key, path: `/${endpointId}` });
    await rowWith(page, 'carol').waitFor();
    await press(page, 'j', 'Control+k');
    const palette = page.getByRole('combobox', { name: 'Go to, or do' });
    await palette.waitFor();
    await page.keyboard.type('NEWS');
    expect(await page.getByRole('option').allTextContents()).toEqual(['Newsletter']);
    await press(page, 'Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await focused(page).textContent()).toContain('carol@example.com');
    await press(page, 'Control+k');
    await page.keyboard.type('mark read');
    await press(page, 'Enter');
    await become('carol read', 'bob', 'ada');
    await press(page, 'Control+k');
    await page.keyboard.type('api keys');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await press(page, 'g', 'i');
    await page.waitForURL(`${outputs().siteUrl}/app/${endpointId}`);
    expect(surprises()).toEqual([]);
  });

  test('opens the help even if the browser reports the palette’s closing late', async () => {
    const { page } = await openDashboard(browser, { key, path: `/${endpointId}` });
    await rowWith(page, 'carol').waitFor();
    await press(page, 'Control+k');
    await page.getByRole('combobox').waitFor();
    await page.evaluate(`document.querySelector('dialog').close();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))`);
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(1);
  });

  test('ignores shortcuts while typing, behind a dialog, and if they are switched off', async () => {
    const { page } = await openDashboard(browser, { key, path: `/${endpointId}` });
    await rowWith(page, 'carol').waitFor();
    await press(page, 'j', '/');
    await page.keyboard.type('!#zj?');
    expect(await page.getByLabel('Search submissions').inputValue()).toBe('!#zj?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Search submissions').fill('');
    await press(page, 'Escape', 'j', '?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await press(page, '#');
    await help.getByRole('switch').press('Space');
    await press(page, 'Escape');
    await help.waitFor({ state: 'detached' });
    await press(page, 'j', '#', '!', '?');
    await press(page, 'Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await help.count()).toBe(0);
    expect(await flags()).toEqual(['carol', 'bob', 'ada']);
    await page.reload();
    await rowWith(page, 'carol').waitFor();
    await press(page, '?', 'Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await help.count()).toBe(0);
  });
});

async function readStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}
