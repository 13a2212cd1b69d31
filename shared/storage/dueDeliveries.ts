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

/** DynamoDB deletes so many items with one request. */
const FOUND_MAX = 25;

/** The turns that wait in the table. */
export class DueDeliveries {
  readonly #table: Pick<TableAccess, 'query' | 'deleteAll'>;

  constructor(table: Pick<TableAccess, 'query' | 'deleteAll'>) {
    this.#table = table;
  }

  /** The first turns that are due by a time, as the contract writes it. */
  async first(through: string): Promise<{ found: DueDelivery[]; isEnd: boolean }> {
    const query = between(DUE_DELIVERIES, dueSortKeys(through));
    const read = (continuation: Continuation) => this.#table.query({ ...query, ...continuation });
    const { items, isEnd } = await joined(readParts(read, { itemsMax: FOUND_MAX }), 1);
    return { found: items.map((item) => DueDelivery.parse(item)), isEnd };
  }

  async forget(found: readonly DueDelivery[]): Promise<void> {
    if (found.length > 0) await this.#table.deleteAll(found.map(({ PK, SK }) => ({ PK, SK })));
  }
}
