import * as z from 'zod/mini';
import { rateLimitKey } from '../table/itemKeys.ts';
import type { TableAccess } from '../table/table.ts';

export const MINUTE_MS = 60_000;

/** Submissions received in consecutive minutes, starting with `since` (minutes since 1970). */
export interface MinuteCounts {
  since: number;
  counts: number[];
}

const Stored = z.object({ since: z.number(), counts: z.array(z.number()) });
/** They are used for an hour only. */
const KEPT_S = 2 * 3_600;

/**
 * An endpoint's submissions of its last hour by minute. The counts are absolute and of minutes that are over, so any writer may
 * replace them at any time.
 */
export class MinuteCountsStore {
  readonly #table: Pick<TableAccess, 'getAll' | 'put'>;

  constructor(table: Pick<TableAccess, 'getAll' | 'put'>) {
    this.#table = table;
  }

  /** Costs half a read unit; undefined if no counts are stored. */
  async find(endpointId: string): Promise<MinuteCounts | undefined> {
    const [item] = await this.#table.getAll([keyOf(endpointId)], { ConsistentRead: false });
    return Stored.safeParse(item).data;
  }

  async put(endpointId: string, { since, counts }: MinuteCounts): Promise<void> {
    const ttl = Math.ceil(((since + counts.length) * MINUTE_MS) / 1_000) + KEPT_S;
    await this.#table.put({ ...keyOf(endpointId), endpointId, since, counts, ttl }, {});
  }
}

const keyOf = (endpointId: string) => rateLimitKey(endpointId, 'received');
