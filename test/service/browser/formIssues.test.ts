import { describe, expect, test } from '@jest/globals';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { violationsOf } from '../../support/browser/pageChecks.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';

describe('a form with forms.js, to an endpoint with rules', () => {
  let { page, otherSite, key } = {} as OnOtherSite;
  let endpointId: string;

  onOtherSite(async (own) => {
    ({ page, otherSite, key } = own);
    const fields = [
      { name: 'email', type: 'email' as const, required: true },
      { name: 'code', type: 'text' as const, pattern: '[A-Z]{3}', message: 'Three capitals, please.' },
      { name: 'plan', type: 'radio' as const, options: ['free', 'paid'], required: true },
      { name: 'hidden', type: 'number' as const, max: 3 },
    ];
    endpointId = (await newEndpoint(key, { fields })).id;
    const form = `<script src="${outputs().siteUrl}/forms.js" defer></script>
      <main lang="de"><h1>Order</h1><form method="post" data-forms action="${outputs().apiUrl}/v1/f/${endpointId}">
      <label>Email <input name="email"></label> <label>Code <input name="code" value="abc"></label>
      <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="free"> Free</label>
      <label><input type="radio" name="plan" value="paid"> Paid</label></fieldset>
      <input type="hidden" name="hidden" value="7"><button>Send</button></form></main>`;
    otherSite.files.set('order.html', pageWith(form));
    await page.goto(`${otherSite.url}/order.html`);
  });

  const isValid = (name: string) =>
    page
      .locator(`[name="${name}"]`)
      .first()
      .evaluate((field: HTMLInputElement) => field.checkValidity());

  test('shows an error next to each invalid field, in the language of the page, and is sent once corrected', async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Füllen Sie dieses Feld aus.').waitFor();
    expect(await page.locator('.forms-error').allTextContents()).toEqual([
      'Füllen Sie dieses Feld aus.',
      'Three capitals, please.',
      'Wählen Sie eine Möglichkeit aus.',
    ]);
    expect(await page.getByRole('status').textContent()).toContain('Geben Sie 3 oder weniger ein.');
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect([await isValid('email'), await isValid('code'), await isValid('plan')]).toEqual([false, false, false]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Code').fill('ABC');
    await page.getByLabel('Paid').check();
    expect([await isValid('email'), await isValid('code'), await isValid('plan')]).toEqual([true, true, true]);
    // A script of the page, which fires no event.
    await page.locator('[name="hidden"]').evaluate((field: HTMLInputElement) => {
      field.value = '1';
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Vielen Dank.').waitFor();
    const { json } = await send('GET', `/v1/submissions/${endpointId}`, { key });
    expect(json.submissions).toEqual([
      expect.objectContaining({ data: { email: 'ada@example.com', code: 'ABC', plan: 'paid', hidden: '1' } }),
    ]);
  });

  test('can be resent unchanged: a rejected field does not block the browser', async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Three capitals, please.').waitFor();
    const again = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await again).status()).toBe(400);
  });

  const hide = (script: string) => page.evaluate(`{ const code = document.querySelector('[name=code]'); ${script} }`);
  const status = () => page.getByRole('status').textContent();

  test.each([
    ['the service', ''],
    ['the browser', `code.value = ''; code.required = true;`],
  ])('shows in its status the errors that %s finds in a hidden step', async (_who, script) => {
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Paid').check();
    await hide(`const step = document.createElement('div'); code.parentElement.before(step);
      step.append(code.parentElement); step.hidden = true; ${script}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: 'Code: ' }).waitFor();
    if (script === '') expect(await status()).toContain('Code: Three capitals, please.');
  });

  test.each([
    ['the service', ''],
    ['the browser', `code.value = ''; code.required = true;`],
  ])('opens the details element around a field that %s rejects', async (_who, script) => {
    await page.getByLabel('Email').fill('ada@example.com');
    await hide(`const details = document.createElement('details'); code.parentElement.replaceWith(details);
      details.append('Code', code); ${script}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('details[open] [name=code]').waitFor();
    await page.locator('details .forms-error').filter({ hasText: /./ }).waitFor();
    expect(await page.locator('[name=code]').evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
