import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { forPeople, listText } from '../../../../shared/messages/forPeople.ts';
import { senderOf } from '../../../../shared/messages/sender.ts';

const shown = (data: Record<string, unknown>, rules?: FieldRule[]) => forPeople({ data }, rules).data;

/** Control fields of other services, from their documentations, with values as their examples have them. */
const FORMS = {
  Formspree: { _cc: 'boss@example.com', _format: 'plain', _language: 'de' },
  Netlify: { 'form-name': 'contact', 'bot-field': '', 'g-recaptcha-response': '03AGdBq2' },
  FormSubmit: {
    _captcha: 'false',
    _template: 'table',
    _cc: 'boss@example.com',
    _blacklist: 'casino, pills',
    _autoresponse: 'Thank you, we will write to sales@example.com',
    _webhook: 'https://hooks.example/1',
    _url: 'https://page.example/contact',
    _honey: '',
  },
  Web3Forms: {
    access_key: 'ba6f3c50-1c1a-4f47-9b0c-0c6b4b1d3f7e',
    from_name: 'Our website',
    redirect: 'https://web3forms.com/success',
    ccemail: 'boss@example.com',
    webhook: 'https://hooks.example/1',
    botcheck: false,
    'h-captcha-response': 'P1_eyJ0eXAi',
    recaptcha_response: '03AGdBq2',
  },
  StaticForms: {
    accessKey: '44801933-9e6a-4b67-a226-63fe8599568b',
    apiKey: 'sf_8mjh00l3g2id8lj5lk8l28al',
    redirectTo: 'https://page.example/done',
    honeypot: '',
  },
  'Basin with widgets of captchas': {
    _honeypot: '',
    'cf-turnstile-response': '0.abc',
    'frc-captcha-response': 'abc',
    'frc-captcha-solution': 'abc',
    altcha: 'eyJhbGc',
  },
};

describe('control fields of other services', () => {
  test.each(Object.entries(FORMS))('of %s are neither shown nor taken for the sender', (_service, controls) => {
    const data = { ...controls, email: '', topic: 'Order' };
    expect(shown(data)).toEqual({ email: '', topic: 'Order' });
    expect(senderOf({ data: { ...controls, topic: 'Order' } }, {})).toEqual({ nameParts: [], title: 'Order' });
  });

  test.each([
    { from_name: 'Ada', redirect: 'by post', webhook: 'yes please', ccemail: 'ada@example.com' },
    { subject: 'Order', _replyto: 'ada@example.com', replyto: 'ada@example.com' },
    { Access_Key: 'x', 'Form-Name': 'x', captcha: '7', language: 'de', url: 'https://example.com' },
    { apikey: 'pk_live_51', webhook: 'https://hooks.example/1', redirect: 'https://page.example' },
    { apiKey: 'ba6f3c50-1c1a-4f47-9b0c-0c6b4b1d3f7e is refused', webhook: 'https://hooks.example/1' },
    { access_key: 'AKIAIOSFODNN7EXAMPLE', accessKey: ['x'], apiKey: 'the second', redirectTo: 'my page', ccemail: '' },
  ])('%j: fields that people fill in are shown', (data) => {
    expect(shown(data)).toEqual(data);
  });

  test('with a rule count as the owner’s', () => {
    expect(shown({ _cc: 'x', _url: 'y' }, [{ name: '_cc', type: 'text' }])).toEqual({ _cc: 'x' });
  });

  test('leave the order of the others', () => {
    const { data, fieldOrder } = forPeople({ data: { 2: 'b', _cc: 'x', a: 'a' }, fieldOrder: ['a', '_cc', '2'] });
    expect([data, fieldOrder]).toEqual([{ 2: 'b', a: 'a' }, ['a', '2']]);
  });
});

describe('a box', () => {
  const box = (rule: Partial<FieldRule>): FieldRule[] => [{ name: 'a', type: 'checkbox', ...rule }];
  test.each<[what: string, value: unknown, rules: FieldRule[] | undefined, expected: unknown]>([
    ['ticked', 'on', undefined, 'yes'],
    ['ticked, with a rule', 'on', box({}), 'yes'],
    ['in JSON', true, undefined, 'yes'],
    ['in JSON, not ticked', false, undefined, 'no'],
    ['several of one name', ['on', 'on'], undefined, ['yes', 'yes']],
    [
      'within an object',
      { news: 'on', terms: true, list: [false] },
      undefined,
      { news: 'yes', terms: 'yes', list: ['no'] },
    ],
    ['with a value', 'newsletter', undefined, 'newsletter'],
    ['a choice with this option', 'on', box({ type: 'radio', options: ['on', 'off'] }), 'on'],
    ['a box with this option', 'on', box({ options: ['on'] }), 'on'],
    ['a text', 'on', box({ type: 'text' }), 'on'],
    ['a word in capitals', 'ON', undefined, 'ON'],
    ['a longer text', 'on Monday', undefined, 'on Monday'],
    ['a number', 1, undefined, 1],
    ['nothing', null, undefined, null],
  ])('%s: %j', (_what, value, rules, expected) => {
    expect(shown({ a: value }, rules)).toEqual({ a: expected });
  });

  test('called __proto__ stays a field', () => {
    expect(JSON.stringify(shown(JSON.parse('{"__proto__":"on"}')))).toBe('{"__proto__":"yes"}');
  });
});

test.each([
  [['a', 'b'], 'a, b'],
  [['a, b', 'c'], 'a, b; c'],
  [['a, b; c', 'd'], undefined],
  [['a; b', 'c'], undefined],
  [['a, b'], undefined],
  [['a', 2, true, null], 'a, 2, true, '],
  [[], ''],
  [['a', { b: 1 }], undefined],
  ['a', undefined],
])('the list %j as a text is %j', (list, expected) => {
  expect(listText(list)).toBe(expected);
});
