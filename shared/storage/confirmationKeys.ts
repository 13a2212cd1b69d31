import { rateLimitKey } from './itemKeys.ts';
import { CONFIRMATION_HEALTH, CONFIRMATION_SECRET, type ItemKey, PARTITION_PREFIX } from './partitions.ts';

/** The keys of what limits confirmations. A mailbox is named by an HMAC: no item has its address. */

/** The confirmations that a mailbox got lately. */
export const mailboxLedgerKey = (mailbox: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.mailbox}${mailbox}`,
  SK: 'CONFIRMATIONS',
});

/** Records that a mailbox wants no confirmations. */
export const unsubscribedKey = (mailbox: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.mailbox}${mailbox}`,
  SK: 'UNSUBSCRIBED',
});

/** The confirmations that an endpoint sent lately. */
export const endpointLedger = (endpointId: string): ItemKey => rateLimitKey(endpointId, 'confirmations');

/** The secret that mailboxes and tokens are hashed with: one, made by the first function that needs it. */
export const confirmationSecretKey = (): ItemKey => ({ PK: CONFIRMATION_SECRET, SK: 'SECRET' });

/** Counts of confirmations of an hour (`2026-01-01T12`): sent, bounced, complained about. */
export const confirmationHourKey = (hour: string): ItemKey => ({ PK: CONFIRMATION_HEALTH, SK: `HOUR#${hour}` });

/** Until when no confirmations are sent, because too many came back. */
export const confirmationStopKey = (): ItemKey => ({ PK: CONFIRMATION_HEALTH, SK: 'STOP' });
