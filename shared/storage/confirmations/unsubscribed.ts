import { formatTime } from '../../contract/time.ts';
import type { TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { unsubscribedKey } from './confirmationKeys.ts';

export const UNSUBSCRIBED_ATTRIBUTES = ['unsubscribedAt'] as const;

/** Stores that a mailbox, known by its HMAC, unsubscribed from this service's confirmations. Never expires. */
export async function storeUnsubscribed(table: Pick<TableAccess, 'put'>, mailbox: string): Promise<void> {
  const item = { unsubscribedAt: formatTime(new Date()) } satisfies WrittenFrom<typeof UNSUBSCRIBED_ATTRIBUTES>;
  await table.put({ ...unsubscribedKey(mailbox), ...item }, {});
}
