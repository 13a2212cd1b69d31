import { formatTime } from '../contract/time.ts';
import { unsubscribedKey } from './confirmationKeys.ts';
import type { TableAccess } from './table.ts';

/** Mailboxes that unsubscribed from this service's confirmations, by their HMAC. Never expires. */
export class Unsubscribed {
  readonly #table: Pick<TableAccess, 'put'>;

  constructor(table: Pick<TableAccess, 'put'>) {
    this.#table = table;
  }

  async add(mailbox: string): Promise<void> {
    await this.#table.put({ ...unsubscribedKey(mailbox), unsubscribedAt: formatTime(new Date()) }, {});
  }
}
