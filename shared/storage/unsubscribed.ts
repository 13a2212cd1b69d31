import { formatTime } from '../contract/time.ts';
import { unsubscribedKey } from './confirmationKeys.ts';
import type { TableAccess } from './table.ts';

/** Stores that a mailbox, known by its HMAC, unsubscribed from this service's confirmations. Never expires. */
export async function storeUnsubscribed(table: Pick<TableAccess, 'put'>, mailbox: string): Promise<void> {
  await table.put({ ...unsubscribedKey(mailbox), unsubscribedAt: formatTime(new Date()) }, {});
}
