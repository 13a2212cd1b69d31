import { deliveryMsOf, MESSAGE_RETRY_WAITS_MS, timeLimitSOf, withClockSkew } from '../../timeoutsAndRetries.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Timeout of a call to SES. After that, the message may or may not have been sent. */
export const SEND_ATTEMPT_MS = 3 * SECOND_MS;
/** Timeout of connecting to SES, TLS included, as a part of that. After it, nothing was sent. */
export const CONNECTING_MS = SEND_ATTEMPT_MS / 2;
/** Calls to SES for one delivery: a second one without Reply-To, if the first was rejected. */
export const SEND_ATTEMPTS = 2;
export const MAIL_DELIVERY_MS = deliveryMsOf(SEND_ATTEMPTS * SEND_ATTEMPT_MS);
export const MAIL_LEASE_MS = withClockSkew(MAIL_DELIVERY_MS);

/** Time in which an invocation starts mails; the rest goes to the queue. */
export const SENDING_MS = 2 * SECOND_MS;
/** Timeout of the function that sends mails: lets the last mail finish and the rest be queued. */
export const MAIL_TIME_LIMIT_S = timeLimitSOf(SENDING_MS, MAIL_DELIVERY_MS);

/** Waits after failed attempts at a mail, three days in total. The mail fails with the attempt after the last one. */
export const MAIL_RETRY_WAITS_MS = MESSAGE_RETRY_WAITS_MS;

export const DIGEST_PERIOD_MS = 15 * MINUTE_MS;
/**
 * Wait after a period before its digest is written. A submission is stored at most 10 s after it gets its id, the
 * timeout of its request, so by then all of the period are stored.
 */
export const DIGEST_DELAY_MS = MINUTE_MS;
/** A submission stored this long before a digest was closed is certainly in it, despite clock skew. */
export const DIGEST_MARGIN_MS = 30 * SECOND_MS;
