import type { WebhookEvent } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { storedFileIds } from '../../../shared/removal/fileRemoval.ts';
import { inParallel } from '../../../shared/runtime/inParallel.ts';
import { endpointIdBehind, ITEM_KINDS, kindsOf } from '../../../shared/storage/itemKinds.ts';
import { selecting } from '../../../shared/storage/table/expressions.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';

/** Items per page of the scan. */
const PAGE_ITEMS = 1_000;
const CACHED_MAX = 10_000;
const READS_AT_ONCE = 25;

/**
 * Removes orphans of all workspaces: items whose endpoint is gone. Running requests may write them after the endpoint's
 * removal, and delivery records outlive their submissions. Scans the whole table once, eventually consistent: half a
 * read unit per 4 kB.
 * @param onPage called with the numbers of items scanned and removed
 */
export async function removeOrphans(table: Table, onPage: (seen: number, removed: number) => void): Promise<void> {
  const endpoints = new EndpointCache(table);
  const scan = { ...selecting('PK', 'SK', 'endpointId'), Limit: PAGE_ITEMS };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    const dependents = (items as (ItemKey & { endpointId?: unknown })[])
      .map(({ PK, SK, endpointId }) => ({ key: { PK, SK }, endpointId: endpointIdBehind({ PK, SK, endpointId }) }))
      .filter((item): item is { key: ItemKey; endpointId: string } => item.endpointId !== undefined);
    const gone = await endpoints.goneAmong(dependents.map(({ endpointId }) => endpointId));
    const orphans = dependents.filter(({ endpointId }) => gone.has(endpointId)).map(({ key }) => key);
    await removeItems(table, orphans);
    onPage(items.length, orphans.length);
  }
}

/** A name of a network may precede the id. */
const ABOUT_SUBMISSION = /^(?:[0-9a-z]*#)?(sub_[0-9A-Z]+)/;

/** The submission that a record of deliveries is about, and may quote, as in a receiver's answer; undefined for other items. */
export const submissionOfRecord = (item: Item & ItemKey): string | undefined =>
  kindsOf(item).some(({ exported }) => exported === ITEM_KINDS.mail.exported)
    ? ABOUT_SUBMISSION.exec(String(item.about ?? item.SK))?.[1]
    : undefined;

/** Of a deletion, receivers learn later: an event that waits needs its record, which quotes no submission. */
const KEPT_EVENT: WebhookEvent = 'submission.deleted';

/**
 * Removes the records of deliveries that are about submissions of these endpoints that do not exist, also by webhooks
 * that were deleted. Scans the whole table once, as `removeOrphans`.
 */
export async function removeRecordsOfGone(
  table: Table,
  endpointIds: ReadonlySet<string>,
  onPage: (seen: number, removed: number) => void,
): Promise<void> {
  const scan = { ...selecting('PK', 'SK', 'endpointId', 'about', 'event'), Limit: PAGE_ITEMS };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    const records = (items as (Item & ItemKey)[]).filter(({ event }) => event !== KEPT_EVENT);
    const gone = await inParallel(records, READS_AT_ONCE, async (item) => {
      const [endpointId = '', submissionId] = [endpointIdBehind(item), submissionOfRecord(item)];
      if (submissionId === undefined || !endpointIds.has(endpointId)) return [];
      const isGone = (await storedFileIds(table, endpointId, submissionId)) === undefined;
      return isGone ? [{ PK: item.PK, SK: item.SK }] : [];
    });
    await removeItems(table, gone.flat());
    onPage(items.length, gone.flat().length);
  }
}

/**
 * Knows which endpoints exist, from strongly consistent reads. Ids are never reused, so a deleted endpoint stays
 * deleted.
 */
class EndpointCache {
  readonly #table: Table;
  readonly #exist = new Map<string, boolean>();

  constructor(table: Table) {
    this.#table = table;
  }

  async goneAmong(ids: string[]): Promise<Set<string>> {
    if (this.#exist.size > CACHED_MAX) this.#exist.clear();
    const unknown = [...new Set(ids)].filter((id) => !this.#exist.has(id));
    await this.#lookUp(unknown);
    return new Set(ids.filter((id) => !this.#exist.get(id)));
  }

  async #lookUp(ids: string[]): Promise<void> {
    const found = new Set((await this.#table.getAll(ids.map(endpointKey))).map(({ PK }) => PK));
    for (const id of ids) this.#exist.set(id, found.has(endpointKey(id).PK));
  }
}
