import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { IssueCode } from '../../../shared/contract/choices.ts';
import type { FieldRule } from '../../../shared/contract/schemas/fieldRules.ts';
import { control } from '../../../shared/fields/controls.ts';
import { judgeValues } from '../../../shared/fields/judgeValue.ts';
import { openBrowser } from '../../support/browser.ts';
import { ofSuite } from '../../support/ofSuite.ts';

type Rule = Omit<FieldRule, 'name'>;
type Flag = 'tooShort' | 'tooLong' | 'badInput';

const browser = ofSuite(openBrowser);
let page: Page;
beforeAll(async () => {
  // The order in which the parts of a date are typed.
  page = await browser.newPage({ locale: 'en-US' });
});

/**
 * Chromium's verdict and the value it would send, after a person has typed a text into a control or pressed these keys.
 */
async function afterTyping(rule: Rule, typed: string | readonly string[], initial = '') {
  const markup = control({ ...rule, name: 'field' }, { values: [initial], more: {}, choose: '' });
  await page.setContent(`<form>${markup}</form>`);
  await page.locator('[name=field]').focus();
  if (typeof typed === 'string') await page.keyboard.type(typed);
  else for (const key of typed) await page.keyboard.press(key);
  return page.evaluate<{ flags: Flag[]; isValid: boolean; sent: string }>(`(() => {
    const form = document.forms[0];
    const { validity } = form.elements.field;
    const flags = ['tooShort', 'tooLong', 'badInput'].filter((name) => validity[name]);
    return { flags, isValid: form.checkValidity(), sent: new FormData(form).get('field') };
  })()`);
}

const judge = (rule: Rule, value: string): IssueCode | undefined => judgeValues({ ...rule, name: 'field' }, value);

describe('the service judges typed values as Chromium does:', () => {
  test.each<[rule: Rule, typed: string, code: 'tooShort' | undefined]>([
    ...(['text', 'search', 'tel', 'password', 'textarea'] as const).flatMap(
      (type): [Rule, string, 'tooShort' | undefined][] => [
        [{ type, minLength: 5 }, 'abcd', 'tooShort'],
        [{ type, minLength: 5 }, 'abcde', undefined],
        [{ type, minLength: 5 }, '', undefined],
        [{ type, minLength: 2 }, '😀', undefined],
        [{ type, minLength: 3 }, '😀', 'tooShort'],
      ],
    ),
    [{ type: 'email', minLength: 6 }, 'a@b.c', 'tooShort'],
    [{ type: 'email', minLength: 5 }, ' a@b.c ', undefined],
    [{ type: 'email' }, 'user@münchen.de', undefined],
    [{ type: 'email', multiple: true }, 'a@例え.jp, b@почта.рф', undefined],
    [{ type: 'url', minLength: 9 }, 'https://a', undefined],
    [{ type: 'url', minLength: 11 }, 'https://a/', 'tooShort'],
    [{ type: 'textarea', minLength: 4 }, 'a\nb', 'tooShort'],
    [{ type: 'textarea', minLength: 3 }, 'a\nb', undefined],
    [{ type: 'textarea', minLength: 5 }, 'a\n\nb', 'tooShort'],
    [{ type: 'text', minLength: 3 }, ' a', 'tooShort'],
    [{ type: 'text', minLength: 3 }, '  a', undefined],
  ])('%j with %j is %s', async (rule, typed, code) => {
    const { flags, isValid, sent } = await afterTyping(rule, typed);
    expect({ flags, isValid }).toEqual({ flags: code ? [code] : [], isValid: code === undefined });
    expect([judge(rule, sent), judge(rule, typed)]).toEqual([code, code]);
  });

  test.each<[rule: Rule, initial: string, code: 'tooLong' | undefined]>([
    ...(['text', 'search', 'tel', 'password', 'textarea'] as const).flatMap(
      (type): [Rule, string, 'tooLong' | undefined][] => [
        [{ type, maxLength: 3 }, 'abcde', 'tooLong'],
        [{ type, maxLength: 4 }, 'abcde', undefined],
        [{ type, maxLength: 3 }, '😀😀a', 'tooLong'],
        [{ type, maxLength: 4 }, '😀😀a', undefined],
      ],
    ),
    [{ type: 'email', maxLength: 5 }, 'aa@b.cc', 'tooLong'],
    [{ type: 'url', maxLength: 9 }, 'https://aaa', 'tooLong'],
    [{ type: 'textarea', maxLength: 2 }, 'a\nbc', 'tooLong'],
    [{ type: 'textarea', maxLength: 3 }, 'a\nbc', undefined],
  ])('%j, filled in with %j of which the last character is deleted, is %s', async (rule, initial, code) => {
    const { flags, isValid, sent } = await afterTyping(rule, ['Control+End', 'Backspace'], initial);
    expect({ flags, isValid }).toEqual({ flags: code ? [code] : [], isValid: code === undefined });
    expect(judge(rule, sent)).toBe(code);
  });

  test('Chromium does not allow typing beyond maxlength; the service rejects a script that exceeds it', async () => {
    for (const type of ['text', 'email', 'textarea'] as const) {
      const rule = { type, maxLength: 5 };
      const { isValid, sent } = await afterTyping(rule, 'a@b.cde');
      expect({ type, isValid, sent }).toEqual({ type, isValid: true, sent: 'a@b.c' });
      expect([judge(rule, sent), judge(rule, 'a@b.cde')]).toEqual([undefined, 'tooLong']);
    }
  });

  test.each(['1e', '-', '1-2', '.', 'e5', '--1', '1e400'])(
    'a number of %j is badInput, and is not sent',
    async (typed) => {
      const { flags, sent } = await afterTyping({ type: 'number', step: 'any' }, typed);
      expect({ flags, sent }).toEqual({ flags: ['badInput'], sent: '' });
      expect(judge({ type: 'number', step: 'any' }, typed)).toBe('badInput');
    },
  );

  test.each([
    ['1', '1'],
    ['-1.50', '-1.50'],
    ['1e3', '1e3'],
    ['.5', '.5'],
    ['007', '007'],
    // Characters that cannot be part of a number cannot be typed.
    ['1a2', '12'],
    ['1..2', '1.2'],
    ['1e5e', '1e5'],
  ])('a number of %j is sent as %j, and is valid', async (typed, wanted) => {
    const rule: Rule = { type: 'number', step: 'any' };
    expect(await afterTyping(rule, typed)).toEqual({ flags: [], isValid: true, sent: wanted });
    expect(judge(rule, wanted)).toBeUndefined();
  });

  test.each<[type: Rule['type'], keys: string, asText: string]>([
    ['date', '02', '2026-02'],
    ['date', '02312026', '2026-02-31'],
    ['month', '2', '2026'],
    ['week', '54', '54'],
    ['time', '10', '10'],
    ['datetime-local', '02282026', '2026-02-28'],
  ])('%s with %j is badInput, which a browser does not send, and so is the text %j', async (type, keys, asText) => {
    const { flags, sent } = await afterTyping({ type }, keys);
    expect({ flags, sent }).toEqual({ flags: ['badInput'], sent: '' });
    // The service sees an empty field.
    expect([judge({ type }, sent), judge({ type, required: true }, sent)]).toEqual([undefined, 'valueMissing']);
    expect(judge({ type }, asText)).toBe('badInput');
  });

  test.each<[type: Rule['type'], keys: string | string[], wanted: string]>([
    ['date', '02282026', '2026-02-28'],
    ['time', '0930AM', '09:30'],
    ['datetime-local', [...'02282026', 'Tab', ...'0930PM'], '2026-02-28T21:30'],
  ])('%s typed as %j is valid', async (type, keys, wanted) => {
    expect(await afterTyping({ type }, keys)).toEqual({ flags: [], isValid: true, sent: wanted });
    expect(judge({ type }, wanted)).toBeUndefined();
  });
});
