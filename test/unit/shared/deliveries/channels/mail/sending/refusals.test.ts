import { describe, expect, test } from '@jest/globals';
import { refusalOf, refusalReason } from '../../../../../../../shared/deliveries/channels/mail/sending/refusals.ts';

const RECIPIENT = 'You@example.com';
const failing = (...identities: string[]) =>
  `Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ${identities.join(', ')}`;
const refused = (name: string, message: string): Error => Object.assign(new Error(message), { name });

describe('errors that SES returns', () => {
  test.each([
    ['to an unverified recipient is because of the sandbox', failing('you@example.com'), 'sandbox', 'eu-central-1'],
    [
      'from and to unverified addresses, too',
      failing('forms@example.com', 'you@example.com'),
      'sandbox',
      'eu-central-1',
    ],
    ['from an unverified sender is because of that', failing('forms@example.com'), 'sender', 'eu-central-1'],
    ['beyond the quota of a day', 'Daily message quota exceeded.', 'dailyQuota', undefined],
    ['beyond the sending rate', 'Maximum sending rate exceeded.', 'sendRate', undefined],
  ])('%s', (_what, message, kind, region) => {
    expect(refusalOf(refused('MessageRejected', message), RECIPIENT)).toEqual({ kind, ...(region && { region }) });
  });

  test.each([
    ['for another reason', refused('MessageRejected', 'Message contains a virus')],
    ['not at all, because there was no answer', Object.assign(new Error(''), { code: 'ECONNRESET' })],
    ['with something that is no error', 'no'],
    ['with nothing', undefined],
  ])('%s is not among them', (_what, error) => {
    expect(refusalOf(error, RECIPIENT)).toBeUndefined();
  });
});

describe('the reason', () => {
  test('explains the sandbox, with the region', () => {
    const reason = refusalReason(refused('MessageRejected', failing('you@example.com')), RECIPIENT);
    expect(reason).toBe(
      'MessageRejected: Amazon SES is in its sandbox in eu-central-1, where it sends to verified addresses only, and this ' +
        'one is not verified',
    );
  });

  test('defaults to SES’s message', () => {
    expect(refusalReason(refused('MessageRejected', 'a virus'), RECIPIENT)).toBe('MessageRejected: a virus');
    expect(refusalReason('no', RECIPIENT)).toBe('Error: no');
  });
});
