import { removeItems } from '../../../shared/removal/remains.ts';
import { endpointIdBehind, endpointKey, type ItemKey } from '../../../shared/storage/itemKeys.ts';
import { readPages } from '../../../shared/storage/pages.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** Items looked at in one go. */
const PAGE_ITEMS = 1_000;
/** DynamoDB's limit for one batch read. */
const BATCH_ITEMS = 100;
/** Endpoints of which is remembered whether they exist. */
const REMEMBERED_MAX = 10_000;

/**
 * Removes every item in the table that depends on an endpoint which is gone, whosesoever it was: what requests under
 * way wrote after its removal, and the notes of submissions that were deleted long before. It reads the whole table
 * once, eventually consistent: half a read unit per 4 kB.
 * @param onPage called with how many items were looked at and how many of them removed
 */
export async function removeOrphans(table: Table, onPage: (seen: number, removed: number) => void): Promise<void> {
  const endpoints = new Endpoints(table);
  const scan = { ProjectionExpression: 'PK, SK, endpointId', Limit: PAGE_ITEMS };
  for await (const items of readPages((ExclusiveStartKey) => table.scan({ ...scan, ExclusiveStartKey }))) {
    const dependents = (items as (ItemKey & { endpointId?: unknown })[])
      .map(({ PK, SK, endpointId }) => ({ key: { PK, SK }, endpointId: endpointIdBehind({ PK, SK, endpointId }) }))
      .filter((item): item is { key: ItemKey; endpointId: string } => item.endpointId !== undefined);
    const gone = await endpoints.goneAmong(dependents.map(({ endpointId }) => endpointId));
    const orphans = dependents.filter(({ endpointId }) => gone.has(endpointId)).map(({ key }) => key);
    await removeItems(table, orphans);
    onPage(items.length, orphans.length);
  }
}

/** Knows which endpoints exist, from strongly consistent reads. An id is never given twice, so what is gone stays gone. */
class Endpoints {
  readonly #table: Table;
  readonly #exist = new Map<string, boolean>();

  constructor(table: Table) {
    this.#table = table;
  }

  async goneAmong(ids: string[]): Promise<Set<string>> {
    if (this.#exist.size > REMEMBERED_MAX) this.#exist.clear();
    const unknown = [...new Set(ids)].filter((id) => !this.#exist.has(id));
    for (let i = 0; i < unknown.length; i += BATCH_ITEMS) await this.#lookUp(unknown.slice(i, i + BATCH_ITEMS));
    return new Set(ids.filter((id) => !this.#exist.get(id)));
  }

  async #lookUp(ids: string[]): Promise<void> {
    const found = new Set((await this.#table.getAll(ids.map(endpointKey))).map(({ PK }) => PK));
    for (const id of ids) this.#exist.set(id, found.has(endpointKey(id).PK));
  }
}
