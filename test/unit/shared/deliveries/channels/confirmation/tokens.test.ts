import { expect, test } from '@jest/globals';
import {
  confirmedBy,
  confirmToken,
  hashedMailbox,
  unsubscribedBy,
  unsubscribeToken,
} from '../../../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';

const SECRET = 'secret';
const MAILBOX = hashedMailbox(SECRET, 'a@example.com');
const [ENDPOINT_ID, SUBMISSION_ID] = [newId('endpoint'), newId('submission')];

const TOKENS = [
  [
    'unsubscribes its mailbox',
    MAILBOX,
    unsubscribeToken(SECRET, MAILBOX),
    (token: string, secret = SECRET) => unsubscribedBy(secret, token),
  ],
  [
    'confirms its submission',
    SUBMISSION_ID,
    confirmToken(SECRET, ENDPOINT_ID, SUBMISSION_ID),
    (token: string, secret = SECRET) => confirmedBy(secret, ENDPOINT_ID, token),
  ],
] as const;

test.each(TOKENS)('a token that %s can be used for nothing else', (_what, subject, token, read) => {
  expect(read(token)).toBe(subject);
  expect(read(token, 'another secret')).toBeUndefined();
  const [, signature = ''] = token.split('.');
  const changed = `${subject}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const others = [
    '',
    subject,
    `${token}.x`,
    `${token}x`,
    token.slice(0, -1),
    `x.${signature}`,
    `.${signature}`,
    changed,
    `${subject}.${'é'.repeat(signature.length)}`,
  ];
  for (const other of others) expect([other, read(other)]).toEqual([other, undefined]);
  for (const [, , foreign] of TOKENS) if (foreign !== token) expect(read(foreign)).toBeUndefined();
});

test('a token is invalid at another endpoint', () => {
  expect(confirmedBy(SECRET, newId('endpoint'), confirmToken(SECRET, ENDPOINT_ID, SUBMISSION_ID))).toBeUndefined();
});
