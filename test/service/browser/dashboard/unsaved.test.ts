import { describe, expect, test } from '@jest/globals';
import { chooseKey, openDashboard, pasteKey, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, newWorkspace, send } from '../../../support/cloud/service.ts';

const SECRET = '1x0000000000000000000000000000000AA';

describe("the dashboard's unsaved changes", () => {
  const own = ownBrowser();

  const stored = async (id: string) => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json;
  const changeElsewhere = async (path: string, json: object) =>
    expect((await send('PUT', path, { key: own.key, json })).status).toBe(200);
  const open = (path: string) => openDashboard(own.browser, { key: own.key, path });

  test('of settings survive a reload, are shown, and keep changes made elsewhere', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page, surprises } = await open(`/${id}/settings`);
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await page.getByLabel('Blocked terms').fill('casino');
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await changeElsewhere(`/v1/endpoint/${id}`, { isEnabled: false, allowedOrigins: ['https://example.com'] });
    await page.reload();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Unsaved changes').waitFor();
    expect(await page.getByLabel('Receive submissions').isChecked()).toBe(false);
    expect(await page.getByLabel('Allowed websites').inputValue()).toBe('https://example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect(await stored(id)).toMatchObject({
      name: 'New name',
      blockedTerms: ['casino'],
      isEnabled: false,
      allowedOrigins: ['https://example.com'],
    });
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('New name');
    await page.reload();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('New name');
    expect(surprises()).toEqual([]);
  });

  test('to a part of a setting leave its other parts, changed in another tab since', async () => {
    const confirmation = { subject: 'Thanks', text: 'We got it.', emailField: 'email' };
    const { id } = await newEndpoint(own.key, { name: 'Contact form', confirmation });
    const { page } = await open(`/${id}/settings`);
    await page.getByLabel('Subject').fill('Thank you');
    await changeElsewhere(`/v1/endpoint/${id}`, { confirmation: { ...confirmation, text: 'It arrived.' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect((await stored(id)).confirmation).toMatchObject({ subject: 'Thank you', text: 'It arrived.' });
  });

  test('to field rules replace rules changed elsewhere only on the second request', async () => {
    const { id } = await newEndpoint(own.key, { fields: [{ name: 'email', type: 'email' }] });
    const { page } = await open(`/${id}/fields`);
    await page.getByLabel('Label of email').fill('Email');
    const elsewhere = [
      { name: 'email', type: 'email' },
      { name: 'phone', type: 'tel' },
    ];
    await changeElsewhere(`/v1/endpoint/${id}`, { fields: elsewhere, unknownFields: 'drop' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('changed this in the meantime: Fields.').waitFor();
    expect(await stored(id)).toMatchObject({ fields: elsewhere, unknownFields: 'drop' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Label of phone').fill('Phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect(await stored(id)).toMatchObject({
      fields: [elsewhere[0], { name: 'phone', label: 'Phone', type: 'tel' }],
      unknownFields: 'drop',
    });
  });

  test('of a webhook are shown when its form is opened again, and send only changed fields', async () => {
    const { id: endpointId } = await newEndpoint(own.key);
    const url = 'https://example.com/first';
    const { id } = (await send('POST', '/v1/webhook', { key: own.key, json: { endpointId, url } })).json;
    const { page } = await open(`/${endpointId}/webhooks`);
    const dialog = page.getByRole('dialog', { name: 'Change webhook' });
    const change = page.getByRole('button', { name: /^Change / });
    await change.click();
    expect(await dialog.getByText('Unsaved changes').count()).toBe(0);
    await dialog.getByRole('switch', { name: 'Include spam' }).check();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const elsewhere = { url: 'https://example.com/second', events: ['submission.deleted'] };
    await changeElsewhere(`/v1/webhook/${id}`, elsewhere);
    await change.click();
    await dialog.getByText('Unsaved changes').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    const { json } = await send('GET', `/v1/webhook/${id}`, { key: own.key });
    expect(json).toMatchObject({ ...elsewhere, includeSpam: true });
  });

  test('are not shown in another workspace that another tab signed in to', async () => {
    const { page, surprises } = await openDashboard(own.browser, { path: '/new' });
    await chooseKey(page);
    await page.getByLabel('Keep me signed in').check();
    await pasteKey(page, own.key);
    await page.getByLabel('Name', { exact: true }).fill('Contact form');
    const { key: secret, ...other } = await newWorkspace();
    const session = JSON.stringify({ keyName: 'Other', permission: 'write', ...other, secret });
    await page.evaluate(`localStorage.setItem('forms-session', ${JSON.stringify(session)})`);
    await page.reload();
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    expect(surprises()).toEqual([]);
  });

  test('contain no secret, and end with the session', async () => {
    const { page, surprises } = await open('/new');
    await page.getByLabel('Name', { exact: true }).fill('Contact form');
    await page.getByText('Spam protection').click();
    await page.getByLabel('Captcha').selectOption('Cloudflare Turnstile');
    await page.getByLabel('Secret').fill(SECRET);
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain(SECRET);
    await page.reload();
    await page.getByText('Unsaved changes').waitFor();
    await page.getByText('Spam protection').click();
    expect(await page.getByLabel('Secret').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    const other = await newWorkspace();
    await pasteKey(page, other.key);
    await page.getByRole('main').getByRole('link', { name: 'New endpoint' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    expect(surprises()).toEqual([]);
  });
});
