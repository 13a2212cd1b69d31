import { ApiError } from '../../contract/errors.ts';
import type { PageQuery } from '../../contract/schemas/common.ts';
import type { QuotaName } from '../counters/quotas.ts';
import { inPartition } from '../table/expressions.ts';
import { endpointKeyOfEntry, keyKeyOfEntry, SORT_PREFIX, workspaceKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { Item, TableAccess } from '../table/table.ts';

export interface ListPage<T> {
  items: T[];
  totalPages: number;
  unreadable: string[];
}

/** @throws ApiError NOT_FOUND when the page is past the last; an empty list has one page */
export function checkListPage(page: number, totalPages: number): void {
  if (page <= totalPages) return;
  throw new ApiError(
    'NOT_FOUND',
    `There is no page ${page}: the list has ${totalPages} page${totalPages === 1 ? '' : 's'}.`,
  );
}

export const listPagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));

interface WorkspaceList {
  counter: QuotaName;
  sortPrefix: string;
  itemKeyOf: (entrySortKey: string) => ItemKey;
}

/**
 * The lists in a workspace's partition: entries of about 100 bytes, each referring to an item elsewhere. Erasing a
 * workspace removes these items in this order: without its keys, nobody can change anything.
 */
export const WORKSPACE_LISTS = {
  keys: { counter: 'keyCount', sortPrefix: SORT_PREFIX.keyOfWorkspace, itemKeyOf: keyKeyOfEntry },
  endpoints: { counter: 'endpointCount', sortPrefix: SORT_PREFIX.endpointOfWorkspace, itemKeyOf: endpointKeyOfEntry },
} as const satisfies Record<string, WorkspaceList>;
export type WorkspaceListName = keyof typeof WORKSPACE_LISTS;

/** With the workspace's own item, if it exists. */
type Part<T> = Omit<ListPage<T>, 'unreadable'> & { workspace: Item | undefined };

export async function readWorkspacePage(
  table: TableAccess,
  list: WorkspaceListName,
  workspaceId: string,
  query: PageQuery,
  options: EntryOptions = {},
): Promise<Part<Item>> {
  const { items, ...part } = await readWorkspaceEntries(table, list, workspaceId, query, options);
  const keys = items.map(({ key }) => key);
  return { ...part, items: await getInOrder(table, keys) };
}

interface EntryOptions {
  /** Attributes that entries have copies of. */
  copied?: readonly string[];
  /** Limits the list to these items: then all entries are read. */
  isShown?: ((key: ItemKey) => boolean) | undefined;
}

/**
 * The entries on one page of a workspace's list with the keys of their items, oldest first. There are at most 1,000
 * entries, so a query reads that page and all before it.
 */
export async function readWorkspaceEntries(
  table: TableAccess,
  list: WorkspaceListName,
  workspaceId: string,
  { page, limit }: PageQuery,
  { copied = [], isShown }: EntryOptions = {},
): Promise<Part<{ key: ItemKey; entry: Item }>> {
  const { counter, sortPrefix, itemKeyOf } = WORKSPACE_LISTS[list];
  const partition = workspaceKey(workspaceId);
  const [workspace, entries] = await Promise.all([
    table.get(partition),
    table.query({
      ...inPartition(partition.PK, sortPrefix),
      ProjectionExpression: ['SK', ...copied].join(', '),
      Limit: isShown ? ENTRIES_MAX : Math.min(page * limit, ENTRIES_MAX),
    }),
  ]);
  const read = (entries.Items ?? []).map((entry) => ({ key: itemKeyOf(String(entry.SK)), entry }));
  const shown = isShown ? read.filter(({ key }) => isShown(key)) : read;
  const total = isShown ? shown.length : (workspace?.[counter] ?? 0);
  const totalPages = listPagesOf(typeof total === 'number' ? total : shown.length, limit);
  checkListPage(page, totalPages);
  return { items: shown.slice((page - 1) * limit, page * limit), totalPages, workspace };
}

/**
 * The items with these keys in the same order; missing ones are omitted. Each key must be in a partition of its own.
 */
export async function getInOrder(table: Pick<TableAccess, 'getAll'>, keys: ItemKey[]): Promise<Item[]> {
  const found = new Map((await table.getAll(keys)).map((item) => [item.PK, item]));
  return keys.map(({ PK }) => found.get(PK)).filter((item) => item !== undefined);
}

/** More entries than any quota allows. DynamoDB rejects limits above 2^31 - 1. */
const ENTRIES_MAX = 10_000;
