import { describe, expect, test } from '@jest/globals';
import { labelsOf } from '../../../../shared/messages/labels.ts';

const labelOf = (name: string): string => labelsOf([name])(name);

test.each([
  ['phone_number', 'Phone number'],
  ['firstName', 'First name'],
  ['iPhone', 'IPhone'],
  ['your-message', 'Your message'],
  ['contact[email]', 'Contact email'],
  ['topics[]', 'Topics'],
  ['FIRST_NAME', 'First name'],
  ['VAT', 'VAT'],
  ['billingVATNumber', 'Billing VAT number'],
  ['_replyto', 'Replyto'],
])('%p is read as %p', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

test.each(['お名前', 'Telefon (privat)', 'E-Mail Adresse', 'ihr_vorschläge', '_', '', '__proto__ x', 'a'.repeat(101)])(
  '%p stays as it is',
  (name) => {
    expect(labelOf(name)).toBe(name);
  },
);

describe('several names', () => {
  test('have the labels of the rules', () => {
    const labels = labelsOf(['plz', 'city'], [{ name: 'plz', label: 'Postcode' }, { name: 'city' }]);
    expect(['plz', 'city'].map(labels)).toEqual(['Postcode', 'City']);
  });

  test('stay unchanged if they would get the same label', () => {
    const names = ['phone_number', 'phone-number', 'Phone number', 'plz', 'post_code'];
    const labels = labelsOf(names, [{ name: 'plz', label: 'Post code' }]);
    expect(names.map(labels)).toEqual(['phone_number', 'phone-number', 'Phone number', 'Post code', 'post_code']);
  });

  test('named like a property of Object.prototype are ordinary names', () => {
    expect(['__proto__', 'constructor'].map(labelsOf(['__proto__', 'constructor']))).toEqual(['Proto', 'Constructor']);
  });
});
