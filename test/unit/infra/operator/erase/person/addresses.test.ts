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
  [{ message: "I'm 'ada@example.com', or \"ada@example.com\"" }, 'mentioned'],
  [{ message: 'Hi ADA@EXAMPLE.COM!' }, 'mentioned'],
  [{ message: 'Markdown: **ada@example.com**, __ada@example.com__ and `ada@example.com`' }, 'mentioned'],
  [{ message: 'bob@example.com/ada@example.com' }, 'mentioned'],
  [{ message: "ada@example.com's letter…" }, 'mentioned'],
  [{ message: '連絡先はada@example.comです' }, 'mentioned'],
  [{ message: 'write to ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ' }, 'mentioned'],
  [{ email: 'ada+news@example.com' }, 'absent'],
  [{ message: 'Not ada+news@example.com, my_ada@example.com or ada@example.com.au' }, 'absent'],
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

test('finds an address with signs that also separate words', () => {
  const address = "a/b=c?d{e}|f'g&h+i@example.com";
  expect(addressOf(address.toUpperCase())).toBe(address);
  for (const data of [address, `Write to ${address}.`, `(${address})`, `'${address}'`]) {
    const { sent, mentioned } = addressesIn({ data: JSON.stringify({ data }) });
    expect([...sent, ...mentioned]).toContain(address);
  }
});

test('takes linear time for a text of at signs and separators', () => {
  const { mentioned } = addressesIn({
    data: JSON.stringify({ a: `${'/'.repeat(24_000)}@`.repeat(2), b: '@/'.repeat(24_000) }),
  });
  expect(mentioned.size).toBe(0);
});

test('rejects data that cannot be read', () => {
  expect(() => addressesIn({ data: 'no JSON' })).toThrow(SyntaxError);
  expect(() => addressesIn({})).toThrow(SyntaxError);
});
