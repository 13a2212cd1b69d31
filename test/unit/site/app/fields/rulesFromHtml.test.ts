import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { checkRules } from '../../../../../shared/fields/checkRules.ts';
import type { PastedForm } from '../../../../../site/app/fields/rulesFromHtml.ts';
import { openBrowser } from '../../../../support/browser/browser.ts';
import { pageWithModule } from '../../../../support/browser/moduleInBrowser.ts';
import { ofSuite } from '../../../../support/jest/ofSuite.ts';
import { htmlOf, PASTED_FORMS } from '../../../../support/pastedForms/expected.ts';

/** Manual corrections for the forms whose derived rules differ from the wanted ones. */
const CORRECTED: Readonly<Record<string, Record<string, object>>> = {
  // One cell of a table is the label of two fields.
  order: { zip: { label: 'ZIP / City' }, city: { label: undefined } },
  // A script fills in the options.
  support: { product: { type: 'text', options: undefined } },
};

const browser = ofSuite(openBrowser);
const page = ofSuite(() => pageWithModule(browser, 'site/app/fields/rulesFromHtml.ts'));

const read = (html: string, endpoint: { id: string; honeypotField?: string } = { id: 'enp_1' }): Promise<PastedForm> =>
  page.evaluate(`tested.rulesFromHtml(${JSON.stringify(html)}, ${JSON.stringify(endpoint)})`);

describe('the rules derived from a form', () => {
  const isCorrected = (kind: string) => kind in CORRECTED;

  test('need no correction for five of seven kinds of forms', () => {
    const kinds = Object.keys(PASTED_FORMS);
    expect([kinds.length, kinds.filter(isCorrected).length]).toEqual([7, 2]);
  });

  test.each(Object.entries(PASTED_FORMS).filter(([kind]) => !isCorrected(kind)))(
    'for %s are those that its owner wants',
    async (kind, wanted) => {
      expect(await read(htmlOf(kind))).toEqual({ fields: wanted, invalidPatterns: [] });
      expect(() => checkRules(wanted)).not.toThrow();
    },
  );

  test.each(Object.keys(CORRECTED))('for %s only need corrections that the form cannot express', async (kind) => {
    const derived = (PASTED_FORMS[kind] ?? []).map((rule) => ({ ...rule, ...CORRECTED[kind]?.[rule.name] }));
    const { fields } = await read(htmlOf(kind));
    expect(fields).toEqual(JSON.parse(JSON.stringify(derived)));
    expect(() => checkRules(fields)).not.toThrow();
  });
});

describe('a rule matches the browser’s validation:', () => {
  test.each<[what: string, html: string, fields: FieldRule[]]>([
    [
      'no field that is not sent',
      '<input name=a disabled><input type=reset name=b><button type=button name=c></button><input>',
      [],
    ],
    ['a button with a name', '<button name="do" value="save">Save</button>', [{ name: 'do', type: 'hidden' }]],
    ['no constraint of what is read-only', '<input name=a readonly required pattern=x>', [{ name: 'a', type: 'text' }]],
    ['an unknown type as text', '<input name=a type=phone max=3>', [{ name: 'a', type: 'text' }]],
    [
      'no constraint of another type',
      '<input name=a type=number maxlength=3 pattern=x>',
      [{ name: 'a', type: 'number' }],
    ],
    ['no bound that is none', '<input name=a type=date min=today max=2026-02-30>', [{ name: 'a', type: 'date' }]],
    [
      'bounds as they are written',
      '<input name=a type=number min=1.50 max=3>',
      [{ name: 'a', type: 'number', min: '1.50', max: 3 }],
    ],
    ['no step that is none', '<input name=a type=number step=-1>', [{ name: 'a', type: 'number' }]],
    [
      'steps that begin at a value as steps of every size',
      '<input name=a type=number value=0.5>',
      [{ name: 'a', type: 'number', step: 'any' }],
    ],
    [
      'steps that a value is on',
      '<input name=a type=number value=20 step=10>',
      [{ name: 'a', type: 'number', step: 10 }],
    ],
    [
      'lengths with what follows them',
      '<input name=a maxlength="10px" minlength=x>',
      [{ name: 'a', type: 'text', maxLength: 10 }],
    ],
    ['several controls of one name', '<input name=a><input name=a>', [{ name: 'a', type: 'text', multiple: true }]],
    [
      'any value of a box with a hidden control',
      '<input type=hidden name=a value=0><input type=checkbox name=a value=1 required>',
      [{ name: 'a', type: 'checkbox', multiple: true }],
    ],
    [
      'options that can be chosen, each once',
      '<select name=a multiple><option value="">All<option disabled>x<option>y<option>y<option value=z>Z</select>',
      [{ name: 'a', type: 'select', options: ['y', { value: 'z', label: 'Z' }], multiple: true }],
    ],
    [
      'controls outside of their form',
      '<input name=b><form id=f></form><input name=a form=f>',
      [{ name: 'a', type: 'text' }],
    ],
    [
      'the form for this endpoint',
      '<form><input name=a><input name=b></form><form action="/v1/f/enp_1"><input name=c></form>',
      [{ name: 'c', type: 'text' }],
    ],
    [
      'no control field or honeypot',
      '<input name=_gotcha><input name=_subject><input name=website><input name=h-captcha-response>',
      [],
    ],
  ])('%s', async (_what, html, fields) => {
    expect((await read(html, { id: 'enp_1', honeypotField: 'website' })).fields).toEqual(fields);
  });

  test.each<[what: string, html: string, fields: FieldRule[]]>([
    [
      'where an image was clicked',
      '<input name=a><input type=image name=go><input type=image><input type=image disabled name=no>',
      ['a', 'go.x', 'go.y', 'x', 'y'].map((name) => ({ name, type: name === 'a' ? 'text' : 'hidden' })),
    ],
    [
      'a text’s direction',
      '<input name=a dirname=a.dir><textarea name=b dirname=b.dir></textarea><input dirname=c.dir>',
      [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'textarea' },
        { name: 'a.dir', type: 'hidden' },
        { name: 'b.dir', type: 'hidden' },
      ],
    ],
    ['a short default', '<input name=a minlength=5 value=Hi maxlength=9>', [{ name: 'a', type: 'text', maxLength: 9 }]],
    [
      'a long default',
      '<textarea name=a minlength=1 maxlength=5>Write to us</textarea>',
      [{ name: 'a', type: 'textarea', minLength: 1 }],
    ],
    [
      'no default that the browser refuses',
      '<input name=a type=number min=10 value=5><input name=b pattern="[a-z]+" value=1><input name=c type=url value="x">',
      [
        { name: 'a', type: 'number', min: 10 },
        { name: 'b', type: 'text', pattern: '[a-z]+' },
        { name: 'c', type: 'url' },
      ],
    ],
    [
      'defaults that the browser corrects',
      '<input name=a type=range min=10 max=20 value=5><input name=b type=color value=red><input name=c type=number value=x>',
      [
        { name: 'a', type: 'range', min: 10, max: 20 },
        { name: 'b', type: 'color' },
        { name: 'c', type: 'number' },
      ],
    ],
    [
      'a read-only default of any kind',
      '<input name=a readonly type=number min=10 value=5><input name=b readonly type=email value=none>',
      [
        { name: 'a', type: 'number' },
        { name: 'b', type: 'text' },
      ],
    ],
    [
      'a disabled placeholder, which is not sent',
      '<select name=a required><option disabled selected>Choose<option>x</select>' +
        '<select name=b required><option value="" disabled selected>Choose<option>y</select>',
      [
        { name: 'a', type: 'select', options: ['x'] },
        { name: 'b', type: 'select', required: true, options: ['y'] },
      ],
    ],
    [
      'a required choice with an empty value',
      '<select name=a required><option>x<option value="">None</select><input type=radio name=b required value="">' +
        '<input type=radio name=b value=1><input type=checkbox name=c required value="">',
      [
        { name: 'a', type: 'select', options: ['x'] },
        { name: 'b', type: 'radio', options: ['1'] },
        { name: 'c', type: 'checkbox' },
      ],
    ],
    [
      'options without a value',
      '<select name=a><option> Two\n words <option label=L>v</select>',
      [{ name: 'a', type: 'select', options: ['Two words', { value: 'v', label: 'L' }] }],
    ],
    [
      'any text beside suggestions, and no field within them',
      '<input name=a list=l><datalist id=l><option>x</option><select name=b><option>y</select></datalist>',
      [{ name: 'a', type: 'text' }],
    ],
    [
      'hard line breaks',
      '<textarea name=a wrap=HARD cols=5 maxlength=9></textarea>',
      [{ name: 'a', type: 'textarea' }],
    ],
    [
      'nothing of a disabled group',
      '<fieldset disabled><input name=a required></fieldset><input name=b>',
      [{ name: 'b', type: 'text' }],
    ],
    [
      'bounds that leave no value',
      '<input name=a minlength=9 maxlength=3><input name=b type=number min=9 max=3><input name=c type=time min=22:00 max=02:00>',
      [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'number' },
        { name: 'c', type: 'time', min: '22:00', max: '02:00' },
      ],
    ],
    [
      'a choice with a hidden control',
      '<input type=hidden name=a value=0><input type=radio name=a value=1>',
      [{ name: 'a', type: 'text', multiple: true }],
    ],
    [
      'no control field of another service',
      '<form netlify data-netlify-honeypot=fax><input name=fax><input name=form-name value=contact type=hidden>' +
        '<input name=access_key value=ba6f3c50-1c1a-4f47-9b0c-0c6b4b1d3f7e><input name=redirect><input type=checkbox name=botcheck><input name=_captcha><input name=a></form>',
      [
        { name: 'a', type: 'text' },
        { name: 'fax', type: 'hidden' },
      ],
    ],
  ])('what a browser sends untouched: %s', async (_what, html, fields) => {
    expect((await read(html)).fields).toEqual(fields);
    expect(() => checkRules(fields)).not.toThrow();
  });

  test('a pattern that browsers ignore is left out and named', async () => {
    expect(await read('<input name=a pattern="[0-9+() -]+"><input name=b pattern="[a-z]+">')).toEqual({
      fields: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text', pattern: '[a-z]+' },
      ],
      invalidPatterns: ['a'],
    });
  });

  test.each([
    [
      'a label around it, without the text of its options',
      '<label>Size * <select name=a><option>S</select></label>',
      'Size',
    ],
    ['a label that is not tied to it', '<label>Name:</label><input name=a placeholder=Jane>', 'Name'],
    ['the text before it', 'Your name <br><input name=a>', 'Your name'],
    ['aria-label', '<input name=a aria-label="Your  name">', 'Your name'],
    [
      'a placeholder below a heading',
      '<form><h2>Contact</h2><input name=a placeholder="Your name"></form>',
      'Your name',
    ],
    ['a placeholder after a sentence', 'Write to us. <input name=a placeholder="Your name">', 'Your name'],
    ['nothing', '<input name=b> <input name=a>', undefined],
  ])('its label is %s', async (_what, html, label) => {
    expect((await read(html)).fields.find(({ name }) => name === 'a')?.label).toBe(label);
  });
});
