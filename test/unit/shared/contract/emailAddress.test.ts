import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asciiAddress, mailboxOf } from '../../../../shared/contract/emailAddress.ts';

const label = (length: number) => 'b'.repeat(length);

describe('An address', () => {
  test.each([
    'ana@example.com',
    'first.last+tag@mail.example.co.uk',
    'Ana@EXAMPLE.com',
    "!#$&'*+-/=?^_`{|}~@example.com",
    `${'a'.repeat(64)}@example.com`,
    `a@${label(63)}.com`,
    `a@${label(63)}.${label(63)}.${label(63)}.${label(56)}.com`,
    'a@a--b.com',
    'a@xn--80a1acny.xn--p1ai',
  ])('%s is valid, and used as written', (address) => {
    expect(asciiAddress(address)).toBe(address);
  });

  test.each([
    ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
    ['Ana@MÜLLER.de', 'Ana@xn--mller-kva.de'],
    ['ana@例え。jp', 'ana@xn--r8jz45g.jp'],
    ['ana@paral·lel.cat', 'ana@xn--parallel-koa.cat'],
    ['ana@مثال.السعودية', 'ana@xn--mgbh0fb.xn--mgberp4a5d4ar'],
    ['ana@faß.de', 'ana@xn--fa-hia.de'],
  ])('%s at an internationalized domain is valid, and used as %s', (address, ascii) => {
    expect(asciiAddress(address)).toBe(ascii);
  });

  test.each([
    ['no text', ''],
    ['no at sign', 'ana'],
    ['two at signs', 'ana@example.com@evil.example'],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a dot at the beginning', '.ana@example.com'],
    ['two dots', 'an..a@example.com'],
    ['a route in its local part', 'ana%example.net@example.com'],
    ['an encoded line end', 'ana%0d%0a@example.com'],
    ['a quoted local part', '"ana"@example.com'],
    ['a blank', 'an a@example.com'],
    ['a blank before it', ' ana@example.com'],
    ['a line end', 'ana@example.com\n'],
    ['a NUL', 'ana\u0000@example.com'],
    ['a comma', 'ana,bob@example.com'],
    ['letters beyond ASCII before the at sign, which SES takes from nobody', 'añа@example.com'],
    ['a lone surrogate', 'ana@ex\ud800ample.com'],
    ['a label of 64 characters', `a@${label(64)}.com`],
    ['a label of more than 63 once it is encoded', `a@${'ü'.repeat(60)}.com`],
    ['a hyphen at the beginning of a label', 'ana@-example.com'],
    ['a hyphen at the end of a label', 'ana@example-.com'],
    ['an underscore in its domain', 'ana@ex_ample.com'],
    ['an empty label', 'ana@example..com'],
    ['a dot at its end', 'ana@example.com.'],
    ['a host without domain', 'ana@localhost'],
    ['an IP address', 'ana@192.0.2.1'],
    ['digits in its top-level domain', 'ana@example.c0m'],
    ['one letter for a top-level domain', 'ana@example.c'],
    ['a path', 'ana@example.com/x'],
    ['a soft hyphen', 'ana@ex\u00adample.com'],
    ['a blank of no width', 'ana@ex\u200bample.com'],
    ['a bidirectional control', 'ana@\u202eexample.com'],
    ['a full-width at sign', 'ana＠example.com'],
    ['a full-width solidus', 'ana@example.com／x'],
    ['255 characters', `a@${label(63)}.${label(63)}.${label(63)}.${label(57)}.com`],
    ['255 characters once it is encoded', `${'a'.repeat(64)}@${'ü.'.repeat(30)}com`],
  ])('with %s is invalid', (_what, address) => {
    expect(asciiAddress(address)).toBeUndefined();
  });

  test('is short ASCII without special characters of headers, for any input', () => {
    const unit = fc.constantFrom(...'aA1.-_@+/ü例рф。ß·\u200d\u0301\r\n ,;<>"()[]:\\％＠', 'xn--', '.com');
    const text = fc.string({ unit, maxLength: 80 });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.tuple(text, text).map(([a, b]) => `${a}@${b}.com`),
        ),
        (address) => {
          const ascii = asciiAddress(address);
          if (ascii === undefined) return;
          expect(ascii).toMatch(/^[!#$&'*+\-./0-9=?A-Z^-~]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/);
          expect(asciiAddress(ascii)).toBe(ascii);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

test.each([
  ['ada@example.com', 'Ada+news@EXAMPLE.com'],
  ['ada@müller.de', 'ada@xn--mller-kva.de'],
  ['a.da@gmail.com', 'ada@googlemail.com'],
  ['ada.b@proton.me', 'a-da_b@pm.me', 'adab+x@protonmail.com', 'ADA.B@protonmail.ch'],
])('%s and its other spellings are one mailbox', (address, ...others) => {
  for (const other of others) expect(mailboxOf(other)).toBe(mailboxOf(address));
});

test.each([
  ['a.da@example.com', 'ada@example.com'],
  ['a-da@gmail.com', 'ada@gmail.com'],
  ['ada@proton.me', 'ada@gmail.com'],
])('%s and %s are two mailboxes', (address, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(address));
});
