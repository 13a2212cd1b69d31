import { expect, test } from '@jest/globals';
import { EMAIL_LENGTH_MAX } from '../../../../../shared/contract/limits.ts';
import { Email } from '../../../../../shared/contract/schemas/email.ts';

const addressOf = (length: number) =>
  `a@${'b.'.repeat(200)}`
    .slice(0, length - 4)
    .replace(/\.$/, 'b')
    .concat('.com');
const messagesFor = (address: string) => Email.safeParse(address).error?.issues.map(({ message }) => message);

test('accepts an address of the maximum length', () => {
  expect(messagesFor(addressOf(EMAIL_LENGTH_MAX))).toBeUndefined();
});

test('reports an address that is too long once, by its length', () => {
  expect(messagesFor(addressOf(EMAIL_LENGTH_MAX + 1))).toEqual(['must have at most 254 characters']);
});

test('reports other text as not an email address', () => {
  expect(messagesFor('ana')).toEqual(['must be an email address']);
});
