import type { WebhookEvent } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { endpointIdBehind, ITEM_KINDS, type ItemKind, kindsOf } from '../../../shared/storage/itemKinds.ts';
import { selecting } from '../../../shared/storage/table/expressions.ts';
import { endpointKey, pendingKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { readTogether } from '../../../shared/storage/table/lookup.ts';
import { readParts } from '../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';

/** Items per page of the scan. */
const PAGE_ITEMS = 1_000;
const CACHED_MAX = 10_000;

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

/** The kinds of records of deliveries, which may quote a submission, such as in a receiver's answer. */
const RECORDS: readonly ItemKind[] = [
  ITEM_KINDS.mail,
  ITEM_KINDS['delivery to a webhook'],
  ITEM_KINDS.confirmation,
  ITEM_KINDS['waiting confirmation'],
  ITEM_KINDS['failed delivery'],
];

/** A name of a network may precede the id. */
const ABOUT_SUBMISSION = /^(?:[0-9a-z]*#)?(sub_[0-9A-Z]+)/;

/** The submission that a record of deliveries is about; undefined for other items. */
export function submissionOfRecord(item: Item): string | undefined {
  const key = item as unknown as ItemKey;
  return kindsOf(key).some((kind) => RECORDS.includes(kind))
    ? ABOUT_SUBMISSION.exec(String(item.about ?? key.SK))?.[1]
    : undefined;
}

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
    const records = (items as unknown as (ItemKey & Item)[]).flatMap((item) => {
      const [endpointId, submissionId] = [endpointIdBehind(item), submissionOfRecord(item)];
      if (endpointId === undefined || !endpointIds.has(endpointId) || submissionId === undefined) return [];
      return item.event === KEPT_EVENT ? [] : [{ key: { PK: item.PK, SK: item.SK }, endpointId, submissionId }];
    });
    const existing = new Set<unknown>();
    // In this order, since one may be confirmed in between.
    for (const keyOf of [pendingKey, submissionKey]) {
      const at = await readTogether(
        table,
        records.map(({ endpointId, submissionId }) => keyOf(endpointId, submissionId)),
      );
      for (const record of records)
        if (at(keyOf(record.endpointId, record.submissionId)) !== undefined) existing.add(record);
    }
    const gone = records.filter((record) => !existing.has(record)).map(({ key }) => key);
    await removeItems(table, gone);
    onPage(items.length, gone.length);
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
