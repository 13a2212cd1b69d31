import { describe, expect, test } from '@jest/globals';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, outputs, send } from '../../../support/cloud/service.ts';
import { deferred } from '../../../support/simulator/deferred.ts';

describe('a dialog of the dashboard', () => {
  const own = ownBrowser();

  const open = (path: string) => openDashboard(own.browser, { key: own.key, path });

  test('with a secret is only closed by its button, which returns the focus', async () => {
    const { page } = await open('/keys');
    const create = page.getByRole('button', { name: 'Create key' });
    await create.click();
    await page.keyboard.type('مفتاح الخادم');
    expect(await page.locator(':focus').evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await dialog.waitFor();
    // Browsers let pages refuse only the first ones.
    for (let time = 1; time <= 5; time++) {
      await page.keyboard.press('Escape');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await create.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('stays open when Escape is pressed in a secret above it', async () => {
    const { id } = await newEndpoint(own.key);
    const { page } = await open(`/${id}/webhooks`);
    const released = deferred<void>();
    await page.route(`${outputs().apiUrl}/v1/webhook`, async (route) => {
      const response = await route.fetch();
      await released.promise;
      await route.fulfill({ response });
    });
    const add = page.getByRole('button', { name: 'Add webhook' });
    await add.first().click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    const url = dialog.getByLabel('URL', { exact: true });
    await url.fill('https://example.com/first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await add.first().click();
    await url.clear();
    await page.keyboard.type('https://example.com/second');
    released.resolve();
    const copied = page.getByRole('button', { name: 'I have copied it' });
    await copied.waitFor();
    for (let time = 1; time <= 5; time++) {
      await page.keyboard.press('Escape');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await copied.click();
    expect(await url.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('stays open when a text selection ends outside it; a click there closes it', async () => {
    const { id } = await newEndpoint(own.key);
    const { page } = await open(`/${id}/fields`);
    await page.getByRole('button', { name: 'Paste your form' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox');
    await field.fill('<form>');
    const { x = 0, y = 0 } = (await field.boundingBox()) ?? {};
    await page.mouse.move(x + 60, y + 15);
    await page.mouse.down();
    await page.mouse.move(5, y + 15);
    await page.mouse.up();
    expect(await field.inputValue()).toBe('<form>');
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });

  test('stays open if it is reopened before the browser reports its closing', async () => {
    const { page } = await open('/keys');
    const create = page.getByRole('button', { name: 'Create key' }).first();
    await create.click();
    await create.evaluate(async (button: HTMLElement) => {
      const find = () => document.querySelector('dialog');
      find()?.dispatchEvent(new Event('cancel', { cancelable: true }));
      while (find()) await null;
      button.click();
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });

  test('for finding views highlights the current one in forced colours', async () => {
    const { page } = await open('/keys');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('Control+k');
    const colorOf = (role: 'dialog' | 'option') =>
      page
        .getByRole(role)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colorOf('option')).not.toBe(await colorOf('dialog'));
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('sends no range with an incomplete time', async () => {
    const { id: endpointId } = await newEndpoint(own.key);
    const json = { endpointId, url: 'https://example.com/hook' };
    const { id } = (await send('POST', '/v1/webhook', { key: own.key, json })).json;
    const { page } = await open(`/${endpointId}/webhooks?id=${id}`);
    await page.getByRole('button', { name: 'Resend failed' }).click();
    const dialog = page.getByRole('dialog');
    const to = dialog.getByLabel('To', { exact: false }).last();
    await to.focus();
    // A date without a time.
    await page.keyboard.type('01022026');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    expect(await to.evaluate((field) => document.activeElement === field)).toBe(true);
    expect(await word(page, /./).count()).toBe(0);
    await to.fill('');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await word(page, 'No failed deliveries').waitFor();
  });
});
