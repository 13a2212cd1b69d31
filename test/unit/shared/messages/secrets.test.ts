import { describe, expect, test } from '@jest/globals';
import { isSecret } from '../../../../shared/messages/secrets.ts';
import { growthOf } from '../../../support/growth.ts';

describe('a field is secret by its name', () => {
  test.each([
    ...'password user_pwd pass kennwort mot_de_passe Mdp contraseña contrasena clave senha'.split(' '),
    'パスワード',
    'كلمة المرور',
    'pin',
    'TAN',
    'otpCode',
    'one-time-code',
    'verification_code',
    'token',
    'authToken',
    'apiKey',
    'ssn',
    'cc_number',
    'Kartennummer',
    'numéro de carte',
    'cvv2',
    'código de seguridad',
    'user[password]',
  ])('%s', (name) => {
    expect(isSecret({ name }, ['x'])).toBe(true);
  });

  test.each([
    ...'passport boarding_pass compass spinning tokenized clavel Standort csrf_token _token_nonce'.split(' '),
    'message',
    '名前',
    'postcode',
    'constructor',
    '__proto__',
  ])('not %s', (name) => {
    expect(isSecret({ name }, ['x'])).toBe(false);
  });
});

test('the value of a password field is secret by its type', () => {
  expect(isSecret({ name: 'word', type: 'password' }, ['x'])).toBe(true);
});

describe('a text is secret by its shape', () => {
  test.each([
    '4111 1111 1111 1111',
    '4111_1111/1111 1111',
    '3782 822463 10005',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc',
    ` eyJ${'a'.repeat(100)}.${'b'.repeat(100)}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(100)}`,
    'ghp_0123456789abcdef',
    `sk${'_live_'}0123456789abcdef`,
    'fbk_0123456789abcdefghijABCDEFGHIJ012345',
  ])('%s', (text) => {
    expect(isSecret({ name: 'note' }, [text])).toBe(true);
  });

  test.each([
    '4111 1111 1111 1112',
    '+49 1511 111 1111 10',
    '2026-11-26 16:00:00',
    '1000-1234-5678-1',
    'eyJ.',
    '',
    'The order 4111 1111 1111 1111 of last week came without its lid. Could you send me another one, please?',
    'I cannot sign in. The log says: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc. What does that mean?',
    '41111111111111111111111111',
  ])('not %s', (text) => {
    expect(isSecret({ name: 'note' }, [text])).toBe(false);
  });

  test.each(['4', '4 ', '4.1', 'eyJ', 'eyJ-', 'sk_live_', '+ 4'])('in linear time: %s', (text) => {
    const work = (repeated: string) => isSecret({ name: repeated }, [repeated]);
    expect(growthOf((size) => text.repeat(size), 16_000, work)).toBeLessThan(4);
  });
});
