import { expect, test } from '@jest/globals';
import { addressesIn, addressOf } from '../../../../../../infra/operator/erase/person/addresses.ts';

const ADA = 'ada@example.com';
const found = (data: unknown, more: object = {}) => {
  const { sent, mentioned } = addressesIn({ data: JSON.stringify(data), ...more });
  return sent.has(ADA) ? 'sent' : mentioned.has(ADA) ? 'mentioned' : 'absent';
};

test.each([
  [{ email: 'ada@example.com' }, 'sent'],
  [{ any: ' Ada@Example.COM ' }, 'sent'],
  [{ any: 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ' }, 'sent'],
  [{ any: 'ada @ example.com' }, 'sent'],
  [{ any: '<mailto:ada@example.com>' }, 'sent'],
  [{ any: 'Ada Lovelace <ada@example.com>' }, 'sent'],
  [{ any: '"Lovelace, Ada" <ada@example.com>' }, 'sent'],
  [{ any: 'bob@example.com; ada@example.com' }, 'sent'],
  [{ any: ['bob@example.com', ADA] }, 'sent'],
  [{ contact: { emails: [{ value: ADA }] } }, 'sent'],
  [{ message: 'Please write to ada@example.com.' }, 'mentioned'],
  [{ message: 'See (mailto:Ada@example.com?subject=Hi)' }, 'mentioned'],
  [{ message: 'https://example.org/?email=ada@example.com&x=1' }, 'mentioned'],
  [{ 'ada@example.com': 'on' }, 'mentioned'],
  [{ email: 'ada+news@example.com' }, 'absent'],
  [{ email: 'xada@example.com' }, 'absent'],
  [{ email: 'ada@example.com.au' }, 'absent'],
  [{ number: 1, nothing: null, flag: true }, 'absent'],
])('%j: %s', (data, expected) => {
  expect(found(data)).toBe(expected);
});

test('finds mentions in the subject of the mail and in names of files', () => {
  expect(found({}, { mailSubject: `From ${ADA}` })).toBe('mentioned');
  expect(found({}, { files: { fil_1: { name: `${ADA} CV.pdf` }, fil_2: null } })).toBe('mentioned');
});

test('knows addresses that no mail is sent to, and the notations of an international domain', () => {
  expect(addressOf('jürgen@example.com')).toBe('jürgen@example.com');
  expect(addressOf('a@müller.example')).toBe(addressOf('A@xn--mller-kva.example'));
  for (const text of ['ada', 'a@b@c', '', `${'a'.repeat(400)}@example.com`]) expect(addressOf(text)).toBeUndefined();
});

test('rejects data that cannot be read', () => {
  expect(() => addressesIn({ data: 'no JSON' })).toThrow(SyntaxError);
  expect(() => addressesIn({})).toThrow(SyntaxError);
});
