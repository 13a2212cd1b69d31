import { BATCH_WRITE_ITEMS_MAX } from '../runtime/awsLimits.ts';
import { chunksOf } from '../runtime/chunks.ts';
import { inParallel } from '../runtime/inParallel.ts';
import { COLLECTIONS_OF_ENDPOINT } from '../storage/itemCollections.ts';
import { inPartition, selecting } from '../storage/table/expressions.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import type { TableAccess } from '../storage/table/table.ts';

/** Items removed between checks of the remaining time: about one query page of small submissions. */
const STEP_ITEMS = 500;
const PARALLEL_BATCHES = 4;

/**
 * Removes an endpoint's items in the order of the item kinds, while `mayContinue` returns true. Idempotent; may be
 * interrupted.
 * @returns whether some are left
 */
export async function removeItemsOf(
  table: TableAccess,
  endpointId: string,
  mayContinue: () => boolean,
): Promise<{ removed: number; left: boolean }> {
  let removed = 0;
  while (mayContinue()) {
    const keys = await nextKeys(table, endpointId);
    if (keys.length === 0) return { removed, left: false };
    await removeItems(table, keys);
    removed += keys.length;
  }
  return { removed, left: true };
}

async function nextKeys(table: TableAccess, endpointId: string): Promise<ItemKey[]> {
  for (const collectionOf of COLLECTIONS_OF_ENDPOINT) {
    const { PK, sortPrefix } = collectionOf(endpointId);
    const query = { ...inPartition(PK, sortPrefix), ...selecting('PK', 'SK'), Limit: STEP_ITEMS };
    const { Items = [] } = await table.query(query);
    if (Items.length > 0) return Items as ItemKey[];
  }
  return [];
}

export async function removeItems(table: Pick<TableAccess, 'deleteAll'>, keys: ItemKey[]): Promise<void> {
  await inParallel(chunksOf(keys, BATCH_WRITE_ITEMS_MAX), PARALLEL_BATCHES, (batch) => table.deleteAll(batch));
}
