import { endpointKey, type ItemKey, indexHeadKey, SORT_PREFIX } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';

/** Items removed in one go before the clock is looked at: what one query page of small submissions holds. */
const STEP_ITEMS = 500;
/** DynamoDB's limit for one batch write. */
const BATCH_ITEMS = 25;
/** Batches under way at once. */
const PARALLEL_BATCHES = 4;

/** What a deleted endpoint leaves behind. */
export class Remains {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /** Whether the endpoint is there, at this moment. */
  async endpointExists(endpointId: string): Promise<boolean> {
    return (await this.#table.get(endpointKey(endpointId), 'PK')) !== undefined;
  }

  /**
   * Removes the page index and the submissions of an endpoint as long as `mayGoOn` says. Any piece may be repeated
   * or cut short. The index goes first: without its head nothing can be added to it, and the removal of each
   * submission is no longer counted.
   * @returns whether some are left
   */
  async removeAll(endpointId: string, mayGoOn: () => boolean): Promise<{ removed: number; left: boolean }> {
    let removed = 0;
    while (mayGoOn()) {
      const keys = await this.#nextKeys(endpointId);
      if (keys.length === 0) return { removed, left: false };
      await removeItems(this.#table, keys);
      removed += keys.length;
    }
    return { removed, left: true };
  }

  async #nextKeys(endpointId: string): Promise<ItemKey[]> {
    const index = await this.#keys(indexHeadKey(endpointId).PK, '');
    return index.length > 0 ? index : this.#keys(endpointKey(endpointId).PK, SORT_PREFIX.submission);
  }

  async #keys(partition: string, sortPrefix: string): Promise<ItemKey[]> {
    const { Items = [] } = await this.#table.query({
      KeyConditionExpression: sortPrefix === '' ? 'PK = :pk' : 'PK = :pk AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':pk': partition, ...(sortPrefix === '' ? {} : { ':prefix': sortPrefix }) },
      ProjectionExpression: 'PK, SK',
      Select: 'SPECIFIC_ATTRIBUTES',
      Limit: STEP_ITEMS,
    });
    return Items as ItemKey[];
  }
}

/** Removes the items with these keys, however many, in any order, whether or not they exist. */
export async function removeItems(table: Pick<TableAccess, 'deleteAll'>, keys: ItemKey[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH_ITEMS) }, (_, i) =>
    keys.slice(i * BATCH_ITEMS, (i + 1) * BATCH_ITEMS),
  );
  const removeOneAfterAnother = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await table.deleteAll(batch);
  };
  await Promise.all(Array.from({ length: PARALLEL_BATCHES }, removeOneAfterAnother));
}
