import { createHmac, timingSafeEqual } from 'node:crypto';

/** Names a mailbox without revealing its address. */
export const hashedMailbox = (secret: string, mailbox: string): string =>
  createHmac('sha256', secret).update(`mailbox ${mailbox}`).digest('base64url');

/** Names a person in the record of an erasure without revealing the address. */
export const hashedPerson = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(`erased person ${address}`).digest('base64url');

/** A hash in base64url: 32 bytes. */
const HASH = /^[A-Za-z0-9_-]{43}$/;

/** The token with which a mailbox unsubscribes. It never expires, so links in old mails keep working. */
export const unsubscribeToken = (secret: string, mailbox: string): string => tokenFor(secret, 'unsubscribe', mailbox);

export const unsubscribedBy = (secret: string, token: string): string | undefined =>
  subjectOf(secret, 'unsubscribe', token);

/**
 * The token by which a submission is confirmed or deleted. It expires with the submission, whose id contains its time.
 */
export const confirmToken = (secret: string, endpointId: string, submissionId: string): string =>
  tokenFor(secret, `confirm ${endpointId}`, submissionId);

/** The submission of this endpoint that a token confirms; undefined for any other text. */
export const confirmedBy = (secret: string, endpointId: string, token: string): string | undefined =>
  subjectOf(secret, `confirm ${endpointId}`, token);

const tokenFor = (secret: string, purpose: string, subject: string): string =>
  `${subject}.${createHmac('sha256', secret).update(`${purpose} ${subject}`).digest('base64url')}`;

/** The subject of a token for this purpose; undefined for any other text. */
function subjectOf(secret: string, purpose: string, token: string): string | undefined {
  const [subject = '', signature = ''] = token.split('.');
  const expected = tokenFor(secret, purpose, subject);
  return HASH.test(signature) && isEqual(token, expected) ? subject : undefined;
}

/** Takes the same time wherever they differ. */
const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
