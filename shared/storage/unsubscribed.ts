import { formatTime } from '../contract/time.ts';
import { unsubscribedKey } from './confirmationKeys.ts';
import type { TableAccess } from './table.ts';

/** Mailboxes that want no confirmations of this service, by their HMAC. Without an end: nothing else remembers the wish. */
export class Unsubscribed {
  readonly #table: Pick<TableAccess, 'put'>;

  constructor(table: Pick<TableAccess, 'put'>) {
    this.#table = table;
  }

  async add(mailbox: string): Promise<void> {
    await this.#table.put({ ...unsubscribedKey(mailbox), unsubscribedAt: formatTime(new Date()) }, {});
  }
}
