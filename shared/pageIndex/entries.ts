import { isId } from '../contract/ids.ts';
import { selecting } from '../storage/table/expressions.ts';
import {
  submissionIdOf,
  submissionSortKeys,
  submissionSortKeysFrom,
  timeOfSortId,
  withinSubmissionIds,
} from '../storage/table/itemKeys.ts';
import { joined, readParts } from '../storage/table/paging.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { ENTRY_ATTRIBUTES, type Entry, entryOf } from './flagCounts.ts';
import { type KeptRange, requestsOf } from './keptRanges.ts';

/** Reads the submissions that page indexes and statistics are built from: their sort ids and flags. */

/** Every submission with a sort id above `after` and up to `through` ('' for no bound); strongly consistent. */
export const entriesBetween = (table: TableAccess, endpointId: string, after: string, through: string) =>
  readEntries(table, endpointId, all(submissionSortKeys(after, through)), { ConsistentRead: true });

/** Like `entriesBetween`, but includes the first sort id. */
export const entriesFrom = (table: TableAccess, endpointId: string, first: string, through: string) =>
  readEntries(table, endpointId, all(submissionSortKeysFrom(first, through)), { ConsistentRead: true });

/** The oldest submissions above a sort id; strongly consistent. */
export const firstEntries = (table: TableAccess, endpointId: string, after: string, itemsMax: number) =>
  readEntries(table, endpointId, all(submissionSortKeys(after, '')), { ConsistentRead: true, itemsMax });

export type Ranges = AsyncIterable<KeptRange> | Iterable<KeptRange>;

/** Creation time of the newest kept submission, given the unindexed ones and all ranges; strongly consistent. */
export async function newestTime(table: TableAccess, endpointId: string, tail: readonly Entry[], ranges: Ranges) {
  let newest = tail.at(-1);
  const query = { ConsistentRead: true, itemsMax: 1, ScanIndexForward: false };
  if (!newest)
    for await (const range of ranges) {
      [newest] = await readEntries(table, endpointId, range, query);
      if (newest) break;
    }
  return newest && timeOfSortId(newest.sortId);
}

/** The oldest submissions within sort keys; eventually consistent. */
export const oldestEntries = (table: TableAccess, endpointId: string, sortKeys: SortKeys, itemsMax: number) =>
  readEntries(table, endpointId, all(sortKeys), { ConsistentRead: false, itemsMax });

async function readEntries(
  table: TableAccess,
  endpointId: string,
  { keys, isWithoutSpam }: KeptRange,
  { itemsMax, ...options }: EntryQuery,
): Promise<Entry[]> {
  const request = requestsOf(table, endpointId, { keys: withinSubmissionIds(keys), isWithoutSpam });
  const reading = request({ ...selecting('SK', ...ENTRY_ATTRIBUTES), ...options });
  const { items } = await joined(readParts(reading, { itemsMax }));
  return items.filter((item) => isId('submission', submissionIdOf(item as ItemKey))).map(entryOf);
}

const all = (keys: SortKeys): KeptRange => ({ keys, isWithoutSpam: false });

type SortKeys = ReturnType<typeof submissionSortKeys>;

interface EntryQuery {
  ConsistentRead: boolean;
  ScanIndexForward?: boolean;
  itemsMax?: number;
}
