import * as z from 'zod/mini';
import { formatTime } from '../../contract/time.ts';
import { BATCH_WRITE_ITEMS_MAX } from '../../runtime/awsLimits.ts';
import { between } from '../table/expressions.ts';
import { type Continuation, joined, readParts } from '../table/paging.ts';
import { DUE_MESSAGES, type ItemKey } from '../table/partitions.ts';
import type { TableAccess } from '../table/table.ts';
import { dueMessageKey, dueSortKeys } from './deliveryKeys.ts';

/** The queues of deliveries. Webhooks that failed lately have their own lane and delay no others. */
export const LANES = ['mail', 'webhook', 'failingWebhook'] as const;
export type Lane = (typeof LANES)[number];

/** A queue message held in the table until it is due. */
export interface DueMessage {
  lane: Lane;
  body: string;
  group: string;
  endpointId: string;
}

const StoredMessage = z.object({ lane: z.enum(LANES), body: z.string(), group: z.string(), endpointId: z.string() });

interface Due {
  found: (DueMessage & { key: ItemKey })[];
  unreadable: ItemKey[];
  isEnd: boolean;
}

const KEPT_S = 30 * 86_400;

/** Queue messages that are due later than a queue's longest delay, or that a queue did not accept. */
export class DueMessages {
  readonly #table: Pick<TableAccess, 'put' | 'query' | 'deleteAll'>;

  constructor(table: Pick<TableAccess, 'put' | 'query' | 'deleteAll'>) {
    this.#table = table;
  }

  /** @param name distinguishes messages due at the same time; the same name is stored once */
  async put({ lane, body, group, endpointId }: DueMessage, name: string, dueAtMs: number): Promise<void> {
    const key = dueMessageKey(formatTime(new Date(dueAtMs)), name);
    await this.#table.put({ ...key, lane, body, group, endpointId, ttl: Math.ceil(dueAtMs / 1_000) + KEPT_S }, {});
  }

  async first(throughMs: number): Promise<Due> {
    const query = between(DUE_MESSAGES, dueSortKeys(formatTime(new Date(throughMs))));
    const read = (continuation: Continuation) => this.#table.query({ ...query, ...continuation });
    const { items, isEnd } = await joined(readParts(read, { itemsMax: BATCH_WRITE_ITEMS_MAX }), 1);
    const due: Due = { found: [], unreadable: [], isEnd };
    for (const item of items) {
      const key = { PK: DUE_MESSAGES, SK: String(item.SK) };
      const { success, data } = StoredMessage.safeParse(item);
      if (success) due.found.push({ ...data, key });
      else due.unreadable.push(key);
    }
    return due;
  }

  async remove(keys: ItemKey[]): Promise<void> {
    if (keys.length > 0) await this.#table.deleteAll(keys);
  }
}
