import { describe, expect, test } from '@jest/globals';
import { takeControlFields } from '../../../../shared/receiving/controlFields.ts';

const take = (sent: Record<string, unknown>, settings: Parameters<typeof takeControlFields>[1] = {}) =>
  takeControlFields(sent, settings);

describe('the honeypot', () => {
  test.each([
    ['a text', 'x', true],
    ['an empty text', '', false],
    ['blanks', ' \t', false],
    ['a number', 7, true],
    ['false, as scripts send a box that is not ticked', false, false],
    ['false as a text', 'false', false],
    ['false as Python writes it', 'False', false],
    ['zero', 0, false],
    ['zero as a text', '0', false],
    ['the zero of a hidden field and the box', ['0', '1'], true],
    ['what a FormData makes of a missing value', ['undefined', 'null'], false],
    ['a text with false', 'false teeth', true],
    ['null', null, false],
    ['an empty list', [], false],
    ['a list of empty texts', ['', ' '], false],
    ['a list with a text', ['', 'x'], true],
    ['an object', {}, true],
  ])('%s in _gotcha', (_what, value, isHoneypotFilled) => {
    const { data, controls } = take({ _gotcha: value, name: 'Ada' });
    expect([data, controls]).toEqual([{ name: 'Ada' }, { isHoneypotFilled }]);
  });

  test('can also have a name chosen by the owner', () => {
    expect(take({ fax: '1' }, { honeypotField: 'fax' }).controls.isHoneypotFilled).toBe(true);
    expect(take({ _gotcha: '1' }, { honeypotField: 'fax' }).controls.isHoneypotFilled).toBe(true);
    expect(take({ fax: '', _gotcha: '' }, { honeypotField: 'fax' })).toEqual({
      data: {},
      controls: { isHoneypotFilled: false },
    });
    expect(take({ fax: '1' })).toEqual({ data: { fax: '1' }, controls: { isHoneypotFilled: false } });
  });
});

describe('the honeypots of other services', () => {
  test.each([
    ['FormSubmit', '_honey', 'x', true],
    ['StaticForms', '_honeypot', 'x', true],
    ['StaticForms', 'honeypot', 'x', true],
    ['Netlify', 'bot-field', 'x', true],
    ['Netlify, empty', 'bot-field', ' ', false],
    ['Web3Forms, a ticked box', 'botcheck', 'on', true],
    ['Web3Forms in JSON', 'botcheck', true, true],
    ['Web3Forms in JSON, not ticked', 'botcheck', false, false],
    ['Web3Forms in a FormData, not ticked', 'botcheck', 'false', false],
    ['Formspree and Basin', '_gotcha', 'x', true],
    ['none: a name of the owner’s', 'honeypots', 'x', false],
    ['none: another case', 'Bot-Field', 'x', false],
  ])('%s: %s with %j', (_service, name, value, isHoneypotFilled) => {
    const { data, controls } = take({ [name]: value, name: 'Ada' });
    expect(controls).toEqual({ isHoneypotFilled });
    // Only the service’s own is not stored.
    expect(data).toEqual(name === '_gotcha' ? { name: 'Ada' } : { [name]: value, name: 'Ada' });
  });

  test('are the owner’s own fields if there is a rule for them', () => {
    expect(take({ botcheck: 'seven' }, { fields: [{ name: 'botcheck' }] }).controls.isHoneypotFilled).toBe(false);
  });
});

test.each(['_charset_', '_CHARSET_'])('removes the field %s, which browsers fill in', (name) => {
  expect(take({ [name]: 'windows-1252', a: '1' }).data).toEqual({ a: '1' });
});

describe('the mail’s subject', () => {
  test.each([
    ['a line', 'Hello', 'Hello'],
    ['line ends and tabs', ' Hello\r\nBcc: eve@example.com\t!\u2028?\u0000 ', 'Hello Bcc: eve@example.com ! ?'],
    ['201 characters', '🎉'.repeat(201), '🎉'.repeat(200)],
    ['a lone surrogate', 'a\ud83c', 'a\ufffd'],
    ['the first of two that says something', ['', 'Second', 'Third'], 'Second'],
  ])('%s', (_what, sent, mailSubject) => {
    expect(take({ _subject: sent })).toEqual({ data: {}, controls: { isHoneypotFilled: false, mailSubject } });
  });

  test.each([
    ['empty', ''],
    ['blank', '\r\n'],
    ['a number', 5],
    ['an object', { a: 1 }],
  ])('%s is not used, and is not data either', (_what, _subject) => {
    expect(take({ _subject })).toEqual({ data: {}, controls: { isHoneypotFilled: false } });
  });
});

describe('other fields', () => {
  test('_next takes precedence over _redirect', () => {
    expect(take({ _next: '/a', _redirect: '/b' }).controls.next).toBe('/a');
    expect(take({ _next: '', _redirect: '/b' }).controls.next).toBe('/b');
    expect(take({ _next: '/a', _redirect: '/b' }).data).toEqual({});
  });

  test.each([
    ['altcha', { altcha: 'A' }, { 'cf-turnstile-response': 'B', 'g-recaptcha-response': 'C' }],
    ['turnstile', { 'cf-turnstile-response': 'A' }, { altcha: 'B', 'h-captcha-response': 'C' }],
    ['hcaptcha', { 'h-captcha-response': 'A', 'g-recaptcha-response': 'A' }, { altcha: 'B' }],
    ['recaptcha', { 'g-recaptcha-response': 'A' }, { 'h-captcha-response': 'B' }],
  ] as const)(
    'the response field of %s is removed if that captcha is set; others stay data',
    (provider, own, others) => {
      const { data, controls } = take({ ...own, ...others }, { captcha: { provider } });
      expect([data, controls.captchaAnswer]).toEqual([others, 'A']);
      expect(take({ ...own }).data).toEqual(own);
    },
  );

  test('with other names that start with an underscore stay data, as does _replyto', () => {
    const sent = { _replyto: 'ada@example.com', _format: 'plain', _Gotcha: 'x', __proto: 1 };
    expect(take(sent).data).toEqual(sent);
  });

  test('named __proto__ stay unchanged', () => {
    const sent = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "_gotcha": ""}');
    expect(JSON.stringify(take(sent).data)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });
});
