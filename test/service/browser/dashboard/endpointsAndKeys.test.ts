import { describe, expect, test } from '@jest/globals';
import { openDashboard, openOne, rowWith } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, outputs, send } from '../../../support/cloud/service.ts';
import '../../../support/browser/dashboardModules.ts';

Object.assign(globalThis, { location: { origin: 'https://forms.example.com' } });
const { draftOf } = await import('../../../../site/app/endpoints/endpointFields.ts');

describe("the dashboard's endpoints and keys", () => {
  const own = ownBrowser();

  const endpoints = async () => (await send('GET', '/v1/endpoints', { key: own.key })).json.endpoints;

  test('a newcomer creates an endpoint, sees errors, sends a test and sees it arrive', async () => {
    const { page, surprises } = await openDashboard(own.browser, { key: own.key });
    await page.getByRole('heading', { name: 'Create your first endpoint' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'New endpoint' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Où?');
    await page.getByLabel('Notify these addresses').fill('ada@example.com, nobody');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('nobody must be an email address.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Short name').fill('a');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.locator('#field-slug-problem').waitFor();
    // The API names the short name first.
    expect(await page.locator(':focus').getAttribute('id')).toBe('field-name');
    await page.getByLabel('Short name').fill('form-ou');
    await page.getByLabel('Name', { exact: true }).fill('Où écrire');
    expect(await page.getByLabel('Short name').inputValue()).toBe('ou-ecrire');
    await page.getByLabel('Notify these addresses').fill('ada@example.com\nbob@example.com');
    await page.getByRole('radio', { name: 'violet' }).check();
    await page.reload();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('Waiting for the first submission').waitFor();
    const [endpoint] = await endpoints();
    expect(endpoint).toMatchObject({ name: 'Où écrire', slug: 'ou-ecrire', icon: 'mail', color: 'violet' });
    expect(endpoint.duplicates).toBe('merge');
    expect(endpoint.targetEmails).toEqual(['ada@example.com', 'bob@example.com']);
    expect(endpoint.redirectUrl).toBe(`${outputs().siteUrl}/thank-you`);

    expect(await page.getByRole('group', { name: 'HTML form' }).textContent()).toContain(
      `action="${outputs().apiUrl}/v1/f/${endpoint.id}"`,
    );
    await page.getByRole('button', { name: 'curl' }).click();
    expect(await page.getByRole('group', { name: 'curl' }).textContent()).toContain(`${outputs().apiUrl}/v1/f/`);
    for (let time = 1; time <= 2; time++) {
      await page.getByRole('button', { name: 'Send a test' }).click();
      await eventually(
        async () => (await send('GET', `/v1/submissions/${endpoint.id}`, { key: own.key })).json.submissions.length,
        (amount) => amount === time,
      );
    }
    await rowWith(page, 'ada@example.com').first().click();
    await openOne(page).getByText('This is a test, sent from the dashboard.').waitFor();
    expect(surprises(2)).toEqual([]);
  });

  test('the form of an endpoint shows each of its fields under a label', async () => {
    const fields = {
      files: { maxCount: 2, maxBytes: 1_000_000, types: ['image/*'] },
      captcha: { provider: 'hcaptcha' as const, siteKey: 'site', secret: 'secret' },
      confirmation: { subject: 'Hi', text: 'Thank you.', emailField: 'email' },
    };
    const { id } = await newEndpoint(own.key, fields);
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings` });
    await page.getByLabel('Short name').waitFor();
    const shown = await page.locator('.form [name]').evaluateAll((all) =>
      all.map((each) => {
        const { name, labels } = each as HTMLInputElement;
        return { name, label: [...(labels ?? [])].map(({ textContent }) => textContent).join('') };
      }),
    );
    expect(shown.filter(({ label }) => !label)).toEqual([]);
    expect(new Set(shown.map(({ name }) => name))).toEqual(new Set(Object.keys(draftOf({}))));
  });

  test('a shorter time to keep submissions is saved only after a warning, a longer one at once', async () => {
    const { id } = await newEndpoint(own.key, { keepDays: 30 });
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings` });
    const days = page.getByLabel('Remove submissions after (days)');
    const dialog = page.getByRole('dialog', { name: 'Remove older submissions?' });
    const kept = async () => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json.keepDays;
    await days.fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('older than 3 days are removed for good').waitFor();
    await page.keyboard.press('Escape');
    expect(await kept()).toBe(30);
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventually(kept, (value) => value === 3);
    await days.fill('40');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(kept, (value) => value === 40);
    expect(await dialog.count()).toBe(0);
  });

  test('a form closes at the time entered in the browser’s zone, even across a clock change', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Closing form' });
    const zone = { timezoneId: 'Europe/Berlin', locale: 'en-GB' };
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings`, ...zone });
    const field = page.getByLabel('Closes at');
    const stored = async () => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json.closesAt;
    const save = () => page.getByRole('button', { name: 'Save' }).click();
    // 02:30 is skipped; of two, the first counts.
    for (const [typed, shown, closesAt] of [
      ['2027-03-28T01:30', '28 Mar 2027, 01:30 CET', '2027-03-28 00:30:00.000000'],
      ['2027-03-28T02:30', '28 Mar 2027, 03:30 CEST', '2027-03-28 01:30:00.000000'],
      ['2027-10-31T02:30', '31 Oct 2027, 02:30 CEST', '2027-10-31 00:30:00.000000'],
      ['2027-10-31T03:30', '31 Oct 2027, 03:30 CET', '2027-10-31 02:30:00.000000'],
    ] as const) {
      await field.fill(typed);
      await page.getByText(`That is ${shown}. In the time zone Europe/Berlin.`).waitFor();
      await save();
      await eventually(stored, (time) => time === closesAt);
    }
    // The second 02:30 stays it, although another setting is saved.
    await send('PUT', `/v1/endpoint/${id}`, { key: own.key, json: { closesAt: '2027-10-31 01:30:20' } });
    await page.reload();
    expect(await field.inputValue()).toBe('2027-10-31T02:30');
    await page.getByLabel('Text when it is closed').fill('Bye');
    await save();
    await page.getByText('Saved').first().waitFor();
    expect(await stored()).toBe('2027-10-31 01:30:20.000000');
  });

  test('a closed endpoint says why and can be reopened; an archived one is listed on request', async () => {
    await newEndpoint(own.key, { name: 'Open form' });
    const { id } = await newEndpoint(own.key, { name: 'Past form', closesAt: '2026-11-01', isArchived: true });
    const { page } = await openDashboard(own.browser, { key: own.key, locale: 'en-GB' });
    const link = page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link', { name: 'Past form' });
    await page.getByRole('button', { name: 'Show 1 archived' }).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Show 1 archived' }).click();
    await link.click();
    await page.getByText('is archived and receives nothing').waitFor();
    await page.getByRole('button', { name: 'Restore it' }).click();
    await page.getByText('has been closed since 31 Oct 2026').waitFor();
    await page.getByRole('button', { name: 'Open it again' }).click();
    await page.getByText('has been closed since').waitFor({ state: 'detached' });
    const { closesAt, isArchived } = (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json;
    expect([closesAt, isArchived]).toEqual([undefined, undefined]);
  });

  test('only changed settings are sent; a taken short name is rejected at its field', async () => {
    const endpoint = await newEndpoint(own.key, { name: 'Contact form' });
    const { slug } = await newEndpoint(own.key, { name: 'Other form' });
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${endpoint.id}/settings` });
    await page.getByLabel('Thank-you page').fill('https://example.com/thanks');
    await page.getByLabel('Receive submissions').uncheck();
    await page.getByLabel('Merge duplicates').check();
    const redirectUrl = 'https://example.com/by-somebody-else';
    await send('PUT', `/v1/endpoint/${endpoint.id}`, { key: own.key, json: { redirectUrl, name: 'Renamed' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('changed this in the meantime: Thank-you page.').waitFor();
    expect((await endpoints())[0]).toMatchObject({ redirectUrl, isEnabled: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This endpoint is switched off').waitFor();
    expect((await endpoints())[0]).toMatchObject({
      name: 'Renamed',
      redirectUrl: 'https://example.com/thanks',
      isEnabled: false,
      slug: endpoint.slug,
      duplicates: 'merge',
    });
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('This endpoint is switched off').waitFor({ state: 'detached' });
    expect(surprises()).toEqual([]);
    await page.getByLabel('Short name').fill(slug);
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(
      () => page.locator(':focus').getAttribute('id'),
      (id) => id === 'field-slug',
    );
    expect(await page.locator('#field-slug-problem').textContent()).toContain('slug');
  });

  test('an endpoint is deleted by typing its name, after a warning with its number of submissions', async () => {
    const endpoint = await newEndpoint(own.key, { name: 'Contact form' });
    for (const message of ['One', 'Two', 'Three']) await newSubmission(endpoint.id, { message });
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${endpoint.id}/settings` });
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Contact form”?' });
    await dialog.getByText('3 submissions will be deleted with it.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete endpoint' });
    await page.keyboard.type('Contact');
    expect(await confirm.isDisabled()).toBe(true);
    await page.keyboard.type(' form');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create your first endpoint' }).waitFor();
    expect(await endpoints()).toEqual([]);
    expect(surprises()).toEqual([]);
  });

  test('keys are created with a secret shown once, renamed, extended and revoked; the current key is marked', async () => {
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: '/keys' });
    await page.getByRole('row', { name: 'In use here' }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const create = page.getByRole('dialog', { name: 'Create key' });
    await create.waitFor();
    await page.keyboard.type('CI');
    await page.keyboard.press('Enter');
    await create.getByText('Must have 4 to 64 characters.').waitFor();
    await page.keyboard.type(' server');
    await create.getByLabel('Expires').selectOption('7 days from now');
    await create.getByLabel('Permission').selectOption('Read only');
    await create.getByLabel('API keys').check();
    await create.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(200);
    await page.keyboard.press('Escape');
    expect(await shown.isVisible()).toBe(true);
    await shown.getByRole('button', { name: 'I have copied it' }).click();

    const row = page.getByRole('row', { name: 'CI server' });
    expect(await row.locator('.tag').allTextContents()).toEqual(['Read-only', 'API keys']);
    await row.getByText('in 7 days').or(row.getByText('in 1 wk.')).waitFor();
    await row.getByRole('button', { name: 'Change CI server' }).click();
    await page.getByRole('dialog').getByLabel('Expires').selectOption('Never');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.getByText('Never').waitFor();
    await row.getByRole('button', { name: 'Revoke CI server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(401);
    expect(surprises(1)).toEqual([]);
  });
});
