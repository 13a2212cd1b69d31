import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import type { SubmissionData } from '../../../../shared/contract/schemas/submissions/submission.ts';
import { type Form, senderOf } from '../../../../shared/messages/sender.ts';
import { growthOf } from '../../../support/growth.ts';

const ADA = 'ada@example.com';
const BOB = 'bob@example.com';
const emailRule = (name: string): FieldRule => ({ name, type: 'email' });

describe('the address', () => {
  test.each<[string, SubmissionData, Form?]>([
    ['the field email', { email: ADA, friend: BOB }],
    ['the field _replyto', { _replyto: ADA, friend: BOB }],
    ['a field in other letters', { 'E-Mail': ADA, friend: BOB }],
    ['two fields with the same one', { email: ADA, _replyto: 'Ada@Example.com' }],
    ['a field beside one with an invalid one', { email: 'ada@', mail: ADA }],
    ['a list of one', { email: [ADA] }],
    ['a nested field', { contact: { email: ADA }, friend: BOB }],
    ['a text with a name', { email: `Ada <${ADA}>`, friend: BOB }],
    ['a field that the rules call an address', { where: ADA, email: BOB }, { fields: [emailRule('where')] }],
    [
      'the field called so, if the rules name several',
      { friend: BOB, email: ADA },
      { fields: [emailRule('friend'), emailRule('email')] },
    ],
    ['the field email rather than contact_email', { contact_email: BOB, email: ADA }],
    [
      'a field after 1,000 that nobody filled in',
      { list: [], ...Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`f${place}`, ''])), email: ADA },
    ],
    ['the only text that is one', { message: 'Hello', reach: ADA }],
    [
      'the only one besides the form’s recipients',
      { recipient: BOB, reach: ADA },
      { targetEmails: ['Bob@example.com'] },
    ],
  ])('comes from %s', (_what, data, form = {}) => {
    expect(senderOf({ data }, form).address?.toLowerCase()).toBe(ADA);
  });

  test.each([
    'Email Address',
    ...'EMAIL eMail your-email yourEmail contact[email] form_fields[email] email-1'.split(' '),
    'Correo electrónico',
    'E-Mail-Adresse',
    'Courriel',
    'Endereço de e-mail',
    'seu email',
    'メールアドレス',
    'Ｅメール',
    'البريد الإلكتروني',
  ])('comes from the field %p', (name) => {
    expect(senderOf({ data: { [name]: ADA, friend: BOB } }, {}).address).toBe(ADA);
  });

  test.each([
    'ada＠example.com',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ada@example。com',
    'ada﹫example﹒com',
    'ada @ example.com',
    'ada@ example.com',
    '\u200bada@example.com\ufeff',
    '\u202aada@example.com\u202c',
    'ada\u00ad@example.com',
    '\u00a0ada@example.com\u3000',
    'mailto:ada@example.com',
    'MAILTO:ada@example.com?subject=Hello',
    '<mailto:ada@example.com>',
    'Ada <mailto:ada@example.com>',
    '"ada@example.com"',
    '“ada@example.com”',
    '„ada@example.com“',
    '«ada@example.com»',
    "'ada@example.com'",
    '`ada@example.com`',
    '(ada@example.com)',
    '[ada@example.com]',
    '<ada@example.com>',
    'ada@example.com.',
    'ada@example.com,',
    'ada@example.com;',
    'ada@example.com!',
    '"ada@example.com".',
    'ada@example.com、',
    'ada@example.com،',
  ])('is the address meant by %j', (text) => {
    expect(senderOf({ data: { email: text } }, {}).address).toBe(ADA);
  });

  test('has its domain in punycode, as SES requires', () => {
    expect(senderOf({ data: { email: 'ada@почта.рф', _replyto: 'ada@xn--80a1acny.xn--p1ai' } }, {}).address).toBe(
      'ada@xn--80a1acny.xn--p1ai',
    );
  });

  test.each<[string, SubmissionData, Form?]>([
    ['no field', {}],
    ['two different ones', { email: ADA, _replyto: BOB }],
    ['two different ones by the rules alone', { one: ADA, two: BOB }, { fields: [emailRule('one'), emailRule('two')] }],
    ['another one where the field for it has something else', { email: 'ada', friend: BOB }],
    ['the form’s own recipient alone', { recipient: BOB }, { targetEmails: [BOB] }],
    ['a list of two', { email: [ADA, BOB] }],
    ['a number', { email: 42 }],
    ['two in one text', { email: `${ADA},${BOB}` }],
    ['two in one text with names', { email: `Ada <${ADA}>, Bob <${BOB}>` }],
    ['a header behind it', { email: `${ADA}\r\nBcc: ${BOB}` }],
    ['a sentence with one', { message: `Write to ${ADA}` }],
    ['a place after an at sign', { name: 'Ada @ lovelace.example' }],
    ['a place after a wide at sign', { note: 'lunch ＠\u00a0cafe.example' }],
  ])('is undefined for %s', (_what, data, form = {}) => {
    expect(senderOf({ data }, form).address).toBeUndefined();
  });
});

describe('the name', () => {
  test.each<[string, SubmissionData]>([
    ['one field', { name: 'Ada Lovelace' }],
    ['first and last name', { last_name: 'Lovelace', 'First Name': 'Ada' }],
    ['nested first and last name', { name: { first: 'Ada', last: 'Lovelace' } }],
    ['a name and a family name', { name: 'Ada', surname: 'Lovelace' }],
    ['a whole name beside its parts', { firstName: 'Ada', lastName: 'Lovelace', name: 'Ada Lovelace' }],
    ['Spanish fields', { nombre: 'Ada', apellidos: 'Lovelace' }],
    ['German fields', { Name: 'Lovelace', Vorname: 'Ada' }],
    ['French fields', { nom: 'Lovelace', prénom: 'Ada' }],
    ['Portuguese fields', { nome: 'Ada', sobrenome: 'Lovelace' }],
    ['Japanese fields', { 名: 'Lovelace', 姓: 'Ada' }],
    ['numbered Japanese fields', { 名2: 'Lovelace', 姓2: 'Ada' }],
    ['an Arabic field', { الاسم: 'Ada Lovelace' }],
    ['the address', { email: `"Ada Lovelace" <${ADA}>` }],
    ['two lines', { name: 'Ada\r\nLovelace' }],
    ['invisible and bidirectional characters', { name: 'Ada\u202e\u200b Love\u2066lace\u00ad' }],
  ])('comes from %s', (_what, data) => {
    expect(senderOf({ data }, {}).name).toBe('Ada Lovelace');
  });

  test.each(['علی\u200cرضا', 'क्\u200dष', '👩\u200d💻'])('keeps the joiner in %s', (name) => {
    expect(senderOf({ data: { name: `\u200d${name}` } }, {}).name).toBe(name);
  });

  test.each<[string, SubmissionData]>([
    ['a company', { company_name: 'Ada Ltd', product: 'Name' }],
    ['an address', { name: 'boss@example.com' }],
    ['a card number', { name: '4111 1111 1111 1111' }],
    ['nothing', { name: ' ' }],
    ['the name of the form', { 'form-name': 'contact', email: ADA }],
  ])('is undefined for %s', (_what, data) => {
    expect(senderOf({ data }, {}).name).toBeUndefined();
  });

  test('is at most 64 characters long', () => {
    expect(Array.from(senderOf({ data: { name: '😀'.repeat(150) } }, {}).name ?? '')).toHaveLength(65);
  });
});

const several = <T>(length: number, make: (place: number) => T): T[] =>
  Array.from({ length }, (_, place) => make(place));

describe('the title', () => {
  test.each<[string, SubmissionData]>([
    ['the name of the form', { 'form-name': 'contact' }],
    ['tokens', { csrf_token: 'a1b2c3', 'wp-nonce': 'f00ba4', api_key: 'k3y' }],
    [
      'passwords in other languages',
      { contraseña: 'Hunter2', 'mot de passe': 'Hunter2', senha: 'x1', パスワード: 'y2' },
    ],
    ['a card number inside a text', { note: 'my card 4111 1111 1111 1111' }],
  ])('is not %s', (_what, data) => {
    expect(senderOf({ data: { ...data, message: 'Hello there' } }, {}).title).toMatch(/^(?:Hello there|ada@)/);
  });
});

test.each<[string, number, (size: number) => SubmissionData]>([
  ['names', 192, (size) => Object.fromEntries(several(size, (i) => [`${i}_${'x-'.repeat(120)}`, ADA]))],
  ['texts', 8_000, (size) => ({ ['aA'.repeat(size)]: several(size, () => '<a@') })],
  [
    'nested names',
    4_800,
    (size) => ({ ['\ufdfa'.repeat(200)]: Object.fromEntries(several(size, (i) => [`${i}x`, ''])) }),
  ],
])('is found in linear time among many %s', (_what, size, dataOf) => {
  expect(growthOf(dataOf, size, (data) => senderOf({ data }, {}))).toBeLessThan(4);
});

describe('the title without name and address', () => {
  test.each([
    [60, 'x'.repeat(60)],
    [61, ''],
  ])('of a text of %i characters is %j', (length, title) => {
    expect(senderOf({ data: { topic: 'x'.repeat(length) } }, {}).title).toBe(title);
  });
});
