import * as z from 'zod/mini';
import { type MailCounts, parseMailCounts } from '../storage/counters/mailCounts.ts';
import { ALL_KEPT } from '../storage/endpoints/keeping.ts';
import { endpointIdOfIndex, statisticsKey } from '../storage/table/itemKeys.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { readEach, readOr } from '../storage/table/stored.ts';
import type { Item, TableAccess } from '../storage/table/table.ts';
import { newestTime, type Ranges } from './entries.ts';
import { type Entry, type FlagCounts, flagCountsOf, sumOfFlagCounts } from './flagCounts.ts';
import { type Head, indexedCount, indexedFlagCounts } from './head.ts';
import { keptRanges } from './keptRanges.ts';
import { decodeEntries, decodeReasons } from './segmentText.ts';

export interface Totals {
  submissions: number;
  flagCounts: FlagCounts;
  /** Creation time of the newest submission in milliseconds since 1970, if any. */
  lastSubmissionAt?: number | undefined;
}

/** Stored totals, with the submissions that the page index does not count yet. */
export interface Statistics extends Totals {
  /** Number of writes so far. */
  version: number;
  /** Sort id of the newest indexed submission when the totals were computed. */
  last: string;
  /** The submissions after it, oldest first. */
  tail: Entry[];
  /** Mail counts, written independently by the mail channel without a version check. */
  mails: MailCounts;
}

/** Statistics as read, undefined if there were none, and a head that was read or written no earlier. */
export interface Known extends StatisticsRead {
  head: Head;
}

export interface StatisticsRead {
  stored: Statistics | undefined;
  /** Set if they cannot be read: they are computed like first ones and replace this version. */
  broken?: { version: unknown };
}

const StoredStatistics = z.object({
  version: z.number(),
  submissions: z.number(),
  unread: z.number(),
  spam: z.number(),
  unreadSpam: z.number(),
  reasons: z.string(),
  lastSubmissionAt: z.optional(z.number()),
  last: z.string(),
  tail: z.string(),
});

export function parseStatistics(item: Item | undefined): StatisticsRead {
  if (item === undefined) return { stored: undefined };
  const stored = readOr(() => decodedStatistics(item), item as ItemKey);
  return { stored, ...(!stored && { broken: { version: item.version } }) };
}

function decodedStatistics(item: Item): Statistics {
  const stored = StoredStatistics.parse(item);
  const { version, submissions, unread, spam, unreadSpam, lastSubmissionAt, last } = stored;
  return {
    version,
    submissions,
    flagCounts: { unread, spam, unreadSpam, reasons: decodeReasons(stored.reasons) },
    lastSubmissionAt,
    last,
    tail: decodeEntries(stored.tail),
    mails: parseMailCounts(item),
  };
}

/** The sums of a page index, as kept, and of the submissions after it. @param ranges of those kept */
export const totalsOf = async (
  table: TableAccess,
  endpointId: string,
  head: Head,
  tail: readonly Entry[],
  ranges: Ranges = keptRanges(ALL_KEPT),
) => ({
  submissions: indexedCount(head) + tail.length,
  flagCounts: sumOfFlagCounts([indexedFlagCounts(head), flagCountsOf(tail)]),
  lastSubmissionAt: await newestTime(table, endpointId, tail, ranges),
});

/** Statistics are about 200 bytes plus 14 for each submission that is not indexed, usually below 1 kB. */
export const readReplaceable = async (table: TableAccess, endpointId: string): Promise<StatisticsRead> =>
  parseStatistics(await table.get(statisticsKey(endpointId)));

export const readStatistics = async (table: TableAccess, endpointId: string): Promise<Statistics | undefined> =>
  (await readReplaceable(table, endpointId)).stored;

/** The totals of endpoints that have readable statistics, at half a read unit each; eventually consistent. */
export async function readAllStatistics(table: TableAccess, endpointIds: readonly string[]) {
  const items = await table.getAll(endpointIds.map(statisticsKey), { ConsistentRead: false });
  const { read } = readEach(items, (item) => [endpointIdOfIndex(item as ItemKey), decodedStatistics(item)] as const);
  return new Map(read);
}
