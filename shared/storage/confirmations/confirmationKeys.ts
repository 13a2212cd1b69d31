import { rateLimitKey } from '../table/itemKeys.ts';
import { CONFIRMATION_HEALTH, CONFIRMATION_SECRET, type ItemKey, PARTITION_PREFIX } from '../table/partitions.ts';

/** The keys of items that limit confirmations. An HMAC stands for each mailbox, so that no item has its address. */

export const mailboxLedgerKey = (mailbox: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.mailbox}${mailbox}`,
  SK: 'CONFIRMATIONS',
});

export const unsubscribedKey = (mailbox: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.mailbox}${mailbox}`,
  SK: 'UNSUBSCRIBED',
});

export const endpointLedger = (endpointId: string): ItemKey => rateLimitKey(endpointId, 'confirmations');

/** A network's returned confirmations, of all endpoints. */
export const networkLedger = (network: string): ItemKey => rateLimitKey('all', `confirmations ${network}`);

/** A confirmation that waits at an endpoint, by a name of its network. */
export const waitingKey = (endpointId: string, network: string, deliveryId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.waiting}${endpointId}`,
  SK: `${network}#${deliveryId}`,
});

/** The secret with which mailboxes and tokens are hashed, created by the first function that needs it. */
export const confirmationSecretKey = (): ItemKey => ({ PK: CONFIRMATION_SECRET, SK: 'SECRET' });

/** The counts of confirmations in an hour (`2026-01-01T12`) of a workspace, or of `all`: sent, bounced, reported as spam. */
export const confirmationHourKey = (hour: string, scope: string): ItemKey => ({
  PK: CONFIRMATION_HEALTH,
  SK: `HOUR#${hour}#${scope}`,
});

/** When confirmations of the service (`until`), of workspaces (by id) and of networks (by name) are sent again. */
export const confirmationStopKey = (): ItemKey => ({ PK: CONFIRMATION_HEALTH, SK: 'STOP' });
