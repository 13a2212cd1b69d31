import { failedDeliveryKey, mailOf } from './deliveryKeys.ts';
import { inPartition } from './expressions.ts';
import { readParts } from './paging.ts';
import { FAILED_DELIVERIES } from './partitions.ts';
import type { Item, TableAccess } from './table.ts';

export interface FailedDelivery {
  about: string;
  endpointId: string;
  recipient: string;
  reason: string;
  failedAt: string;
}

/** Lists deliveries that failed and need an operator; `DeliveryRecords` adds them. */
export class FailedDeliveries {
  readonly #table: Pick<TableAccess, 'query' | 'delete'>;

  constructor(table: Pick<TableAccess, 'query' | 'delete'>) {
    this.#table = table;
  }

  async *all(): AsyncGenerator<FailedDelivery> {
    const query = inPartition(FAILED_DELIVERIES);
    for await (const { items } of readParts((continuation) => this.#table.query({ ...query, ...continuation })))
      yield* items.map(parseEntry);
  }

  async remove({ about, recipient }: Pick<FailedDelivery, 'about' | 'recipient'>): Promise<void> {
    await this.#table.delete(failedDeliveryKey(about, recipient));
  }
}

const parseEntry = ({ SK, endpointId, reason, failedAt }: Item): FailedDelivery => ({
  ...mailOf(String(SK)),
  endpointId: String(endpointId),
  reason: String(reason),
  failedAt: String(failedAt),
});
