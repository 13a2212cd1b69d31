import { CALL_MS, withClockSkew } from '../../timeoutsAndRetries.ts';
import { MAIL_RETRY_WAITS_MS, SEND_ATTEMPT_MS } from '../mail/mailTiming.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after failed attempts at a confirmation, a day in total. */
export const CONFIRMATION_RETRY_WAITS_MS: readonly number[] = MAIL_RETRY_WAITS_MS.slice(0, 17);
export const CONFIRMATION_AGE_MAX_MS = 24 * HOUR_MS;
/** Longest time between counting a confirmation and its acceptance by SES, clock skew included. */
const COUNTED_EARLY_MS = withClockSkew(CALL_MS + SEND_ATTEMPT_MS);
/** Periods in which a confirmation counts towards the limits of an hour and of a day. */
export const CONFIRMATION_HOUR_MS = HOUR_MS + COUNTED_EARLY_MS;
export const CONFIRMATION_DAY_MS = 24 * HOUR_MS + COUNTED_EARLY_MS;
/** Time for which an endpoint's regained allowance is reserved for waiting confirmations: until their release is due. */
export const CONFIRMATION_RELEASE_MS = 5 * MINUTE_MS;
