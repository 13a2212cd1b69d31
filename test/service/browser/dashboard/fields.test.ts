import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { openDashboard, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, outputs, send } from '../../../support/cloud/service.ts';
import { htmlOf, PASTED_FORMS } from '../../../support/pastedForms/expected.ts';

const SET_BY_API: FieldRule[] = [
  { name: 'email', type: 'email', required: true, message: 'Your address at work, please.' },
  { name: 'age', type: 'number', min: '18', max: '1e2', step: 0.5 },
  {
    name: 'plan',
    type: 'select',
    message: 'Choose a plan.',
    options: ['free', { value: 'a | b', label: 'Both | all' }, { value: 'same', label: 'same' }],
  },
  { name: 'notes', label: 'Notes', type: 'textarea', required: false, minLength: 0, multiple: false },
];

const UNSAFE = `<form><style>body { display: none }</style><input name="email" type="email" onfocus="steal()" autofocus>
  <img src="https://tracker.example/a.png" onerror="window.ran = true"><iframe src="https://tracker.example/"></iframe>
  <link rel="stylesheet" href="https://tracker.example/a.css"><meta http-equiv="refresh" content="0;url=https://tracker.example/">
  <script>window.ran = true;</script><script src="https://tracker.example/a.js"></script></form>`;

const BLOCKED_INLINE = /^error: .* inline (?:event handler|style)\b.*Content Security Policy/s;

describe("the dashboard's rules for fields", () => {
  const own = ownBrowser();

  const stored = async (id: string) => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json;
  const open = async (id: string) => openDashboard(own.browser, { key: own.key, path: `/${id}/fields` });

  async function paste(page: Page, html: string): Promise<void> {
    await page.getByRole('button', { name: 'Paste your form' }).click();
    await page.getByRole('dialog').getByLabel('HTML').fill(html);
    await page.getByRole('button', { name: 'Read the form' }).click();
  }

  /** Chromium may log an inline handler or style in the parsed form, which it blocks: neither runs nor applies. */
  const unblocked = (surprises: string[]) => surprises.filter((each) => !BLOCKED_INLINE.test(each));

  test('a form is pasted, checked, corrected and saved with the keyboard only', async () => {
    const { id } = await newEndpoint(own.key, { name: 'Contact form' });
    const { page, surprises } = await open(id);
    await page.getByText('No rules yet').waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'Paste your form' }).focus();
    await press('Enter');
    await page.getByRole('dialog', { name: 'Paste your form' }).waitFor();
    await page.keyboard.insertText(htmlOf('event'));
    await press('Tab', 'Tab', 'Enter');
    await page.getByText('Read 7 fields. Check them, then save.').waitFor();
    await page.getByLabel('Label of guests').focus();
    await press('Control+a');
    await page.keyboard.insertText('How many?');
    await page.getByRole('button', { name: 'Move up of guests' }).focus();
    await press('Enter');
    await page.getByRole('radio', { name: 'Store them' }).focus();
    await press('ArrowDown', 'Tab', 'Enter');
    await word(page, 'Saved.').waitFor();
    const [name, email, attending, guests, ...others] = PASTED_FORMS.event as [
      FieldRule,
      FieldRule,
      FieldRule,
      FieldRule,
    ];
    expect(await stored(id)).toMatchObject({
      fields: [name, email, { ...guests, label: 'How many?' }, attending, ...others],
      unknownFields: 'drop',
    });
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(unblocked(surprises())).toEqual([]);
  });

  test('nothing in a pasted form runs or loads', async () => {
    const { id } = await newEndpoint(own.key);
    const { page, surprises } = await open(id);
    await paste(page, UNSAFE);
    expect(await page.getByLabel('Name of email').inputValue()).toBe('email');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(page.url()).toContain(`/${id}/fields`);
    expect(unblocked(surprises())).toEqual([]);
    await paste(page, '<p>No form here</p>');
    await page.getByRole('dialog').getByText('There is no field with a name in this HTML.').waitFor();
  });

  test('shows an API error next to its row until the row is corrected', async () => {
    const { id } = await newEndpoint(own.key);
    const { page, surprises } = await open(id);
    await paste(page, htmlOf('order'));
    await page.getByRole('button', { name: 'More of voucher' }).click();
    await page.getByLabel('Pattern').fill('(a)\\1');
    await page.getByLabel('Name of city').fill('zip');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name must be unique.').waitFor();
    await page.getByText('Must not have a backreference (\\1), which takes more than linear time.').waitFor();
    await eventually(
      () => page.locator(':focus').getAttribute('aria-invalid'),
      (isInvalid) => isInvalid === 'true',
    );
    expect(surprises(1)).toEqual([]);
    await page.locator(':focus').fill('city');
    expect(await page.locator('.field-problem').allTextContents()).toEqual([
      'Must not have a backreference (\\1), which takes more than linear time.',
    ]);
    await page.getByLabel('Pattern').fill('[A-Z]{4}');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    const { fields } = await stored(id);
    expect(fields.at(-3)).toEqual({ name: 'voucher', label: 'Voucher', type: 'text', pattern: '[A-Z]{4}' });
  });

  test('rules set by a program stay unchanged, except for edited parts', async () => {
    const endpoint = await newEndpoint(own.key, { fields: SET_BY_API, unknownFields: 'refuse', name: 'Sign-up form' });
    const { page, visit, surprises } = await open(endpoint.id);
    await page.getByLabel('Label of email').fill('Email');
    await page.getByRole('button', { name: 'More of plan' }).click();
    await page.getByLabel('Options').press('Control+End');
    await page.keyboard.type('\n\nlast | The last');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    const [email, age, plan, notes] = SET_BY_API as [FieldRule, FieldRule, FieldRule, FieldRule];
    const changed = {
      ...endpoint,
      fields: [
        { ...email, label: 'Email' },
        age,
        { ...plan, options: [...(plan.options ?? []), { value: 'last', label: 'The last' }] },
        notes,
      ],
    };
    expect(await stored(endpoint.id)).toEqual(changed);
    await visit(`/${endpoint.id}/settings`);
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Save' }).click();
    await word(page, 'Saved.').waitFor();
    expect(await stored(endpoint.id)).toEqual({ ...changed, name: 'Another name' });
    expect(surprises()).toEqual([]);
  });

  test('pasting a form again keeps messages, and discarded changes are not saved', async () => {
    const { id } = await newEndpoint(own.key, { fields: SET_BY_API });
    const { page } = await open(id);
    await paste(page, '<input name="email" type="email">');
    await page.getByRole('button', { name: 'More of email' }).click();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Your address at work, please.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Name of notes').waitFor();
    expect((await stored(id)).fields).toEqual(SET_BY_API);
  });

  test('rules become HTML that gives the same rules', async () => {
    const fields = Object.values(PASTED_FORMS)
      .flatMap((rules, form) =>
        rules.map((rule) => ({ ...rule, name: `${form}-${rule.name}`, label: rule.label ?? 'None' })),
      )
      .filter(({ type }) => type !== 'hidden');
    const { id } = await newEndpoint(own.key, { fields });
    const { page } = await open(id);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as HTML' }).click();
    const html = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(html).toContain(`action="${outputs().apiUrl}/v1/f/${id}"`);
    await paste(page, html);
    await page.getByText(`Read ${fields.length} fields.`).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('a test from the dashboard satisfies the rules, and the form snippet has their fields', async () => {
    const fields: FieldRule[] = [
      { name: 'email', type: 'email', required: true },
      { name: 'day', type: 'date', required: true, min: '2027-01-01' },
      { name: 'plan', type: 'select', required: true, options: [{ value: 'p', label: 'Paid' }] },
      { name: 'note', type: 'textarea', required: true, minLength: 10 },
      { name: 'amount', type: 'number', required: true, min: 5, step: 5 },
      { name: 'terms', type: 'checkbox', required: true },
    ];
    const { id } = await newEndpoint(own.key, { fields, unknownFields: 'refuse' });
    const { page, visit } = await open(id);
    await visit(`/${id}/use`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('It works: a submission arrived.').waitFor();
    const { submissions } = (await send('GET', `/v1/submissions/${id}`, { key: own.key })).json;
    expect(submissions).toEqual([expect.objectContaining({ data: expect.objectContaining({ day: '2027-01-01' }) })]);
    expect(await page.getByRole('group', { name: 'HTML form' }).textContent()).toContain(
      '<label>day <input type="date" name="day" required min="2027-01-01"></label>',
    );
    await page.getByRole('button', { name: 'curl' }).click();
    expect(await page.getByRole('group', { name: 'curl' }).textContent()).toContain('"plan":"p"');
  });
});
