import { ApiError } from '../contract/errors.ts';
import type { PageQuery } from '../contract/schemas/common.ts';
import { type ItemKey, workspaceKey } from './itemKeys.ts';
import type { Counted } from './quotas.ts';
import type { Item, Table } from './table.ts';

/** One page of a list and how many pages there are. */
export interface Page<T> {
  items: T[];
  totalPages: number;
}

/** @throws ApiError NOT_FOUND when the page is past the last; an empty list has one page */
export function checkPage(page: number, totalPages: number): void {
  if (page <= totalPages) return;
  throw new ApiError(
    'NOT_FOUND',
    `There is no page ${page}: the list has ${totalPages} page${totalPages === 1 ? '' : 's'}.`,
  );
}

export const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));

interface WorkspaceList {
  workspaceId: string;
  counted: Counted;
  /** What the sort keys of the list's entries start with, and the key of the item that an entry stands for. */
  sortPrefix: string;
  itemKeyOf: (entrySortKey: string) => ItemKey;
}

/**
 * One page of what a workspace holds, oldest first. Its entries stand in the workspace's partition, at most
 * 1,000 of some 100 bytes, so page p costs a read of its own and the earlier entries, then one batch read.
 */
export async function readWorkspacePage(
  table: Table,
  { workspaceId, counted, sortPrefix, itemKeyOf }: WorkspaceList,
  { page, limit }: PageQuery,
): Promise<Page<Item>> {
  const partition = workspaceKey(workspaceId);
  const [workspace, entries] = await Promise.all([
    table.get(partition),
    table.query({
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':pk': partition.PK, ':prefix': sortPrefix },
      ProjectionExpression: 'SK',
      Limit: Math.min(page * limit, ENTRIES_MAX),
    }),
  ]);
  const totalPages = pagesOf(Number(workspace?.[counted] ?? 0), limit);
  checkPage(page, totalPages);
  const keys = (entries.Items ?? []).slice((page - 1) * limit, page * limit).map(({ SK }) => itemKeyOf(String(SK)));
  const found = new Map((await table.getAll(keys)).map((item) => [item.PK, item]));
  return { items: keys.map(({ PK }) => found.get(PK)).filter((item) => item !== undefined), totalPages };
}

/** More entries than any quota allows: keeps the query's limit an integer that DynamoDB takes. */
const ENTRIES_MAX = 10_000;
