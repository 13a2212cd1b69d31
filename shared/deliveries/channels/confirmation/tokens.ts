import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../contract/ids.ts';

/** Names a mailbox without revealing its address. */
export const hashedMailbox = (secret: string, mailbox: string): string =>
  createHmac('sha256', secret).update(`mailbox ${mailbox}`).digest('base64url');

/** A hash in base64url: 32 bytes. */
const HASH = /^[A-Za-z0-9_-]{43}$/;

/** The token with which a mailbox unsubscribes. It never expires, so links in old mails keep working. */
export const unsubscribeToken = (secret: string, mailbox: string): string =>
  `${mailbox}.${signatureOf(secret, `unsubscribe ${mailbox}`)}`;

/** The mailbox that a token unsubscribes; undefined for any other text. */
export function unsubscribedBy(secret: string, token: string): string | undefined {
  const [mailbox = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !HASH.test(mailbox) || !HASH.test(signature)) return undefined;
  return isEqual(signature, signatureOf(secret, `unsubscribe ${mailbox}`)) ? mailbox : undefined;
}

/**
 * The token by which a submission is confirmed or deleted. It expires with the submission, whose id contains its time.
 */
export const confirmToken = (secret: string, endpointId: string, submissionId: string): string =>
  `${submissionId}.${signatureOf(secret, `confirm ${endpointId} ${submissionId}`)}`;

/** The submission of this endpoint that a token confirms; undefined for any other text. */
export function confirmedBy(secret: string, endpointId: string, token: string): string | undefined {
  const [submissionId = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isId('submission', submissionId) || !HASH.test(signature)) return undefined;
  const expected = signatureOf(secret, `confirm ${endpointId} ${submissionId}`);
  return isEqual(signature, expected) ? submissionId : undefined;
}

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
