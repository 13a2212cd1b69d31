import * as z from 'zod/mini';
import { WEBHOOK_EVENTS } from '../contract/schemas/webhook.ts';
import { between } from './expressions.ts';
import { type Continuation, joined, readParts } from './paging.ts';
import { DUE_DELIVERIES } from './partitions.ts';
import type { TableAccess } from './table.ts';
import { dueSortKeys } from './webhookKeys.ts';

const DueDelivery = z.object({
  PK: z.string(),
  SK: z.string(),
  webhookId: z.string(),
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  submissionId: z.string(),
  createdAt: z.string(),
  turn: z.number(),
  hops: z.number(),
});
export type DueDelivery = z.output<typeof DueDelivery>;

interface Due {
  found: DueDelivery[];
  /** Keys of those that do not have the form that they should have. */
  unreadable: Pick<DueDelivery, 'PK' | 'SK'>[];
  /** Whether there are no more. */
  isEnd: boolean;
}

/** DynamoDB deletes so many items with one request. */
const FOUND_MAX = 25;

/** The turns that wait in the table. */
export class DueDeliveries {
  readonly #table: Pick<TableAccess, 'query' | 'deleteAll'>;

  constructor(table: Pick<TableAccess, 'query' | 'deleteAll'>) {
    this.#table = table;
  }

  /** The first turns that are due by a time, as the contract writes it. */
  async first(through: string): Promise<Due> {
    const query = between(DUE_DELIVERIES, dueSortKeys(through));
    const read = (continuation: Continuation) => this.#table.query({ ...query, ...continuation });
    const { items, isEnd } = await joined(readParts(read, { itemsMax: FOUND_MAX }), 1);
    const due: Due = { found: [], unreadable: [], isEnd };
    for (const item of items) {
      const { success, data } = DueDelivery.safeParse(item);
      if (success) due.found.push(data);
      else due.unreadable.push({ PK: DUE_DELIVERIES, SK: String(item.SK) });
    }
    return due;
  }

  async forget(found: readonly Pick<DueDelivery, 'PK' | 'SK'>[]): Promise<void> {
    if (found.length > 0) await this.#table.deleteAll(found.map(({ PK, SK }) => ({ PK, SK })));
  }
}
