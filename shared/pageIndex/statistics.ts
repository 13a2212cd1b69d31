import * as z from 'zod/mini';
import { endpointIdOfIndex, statisticsKey } from '../storage/itemKeys.ts';
import { type MailCounts, parseMailCounts } from '../storage/mailCounts.ts';
import type { Item, TableAccess } from '../storage/table.ts';
import { decodeEntries, decodeReasons } from './segmentText.ts';
import type { Entry, States } from './states.ts';

/** What an endpoint's submissions sum up to. */
export interface Totals {
  submissions: number;
  states: States;
  /** When the newest of them was created, in milliseconds since 1970; undefined if there is none. */
  lastSubmissionAt?: number | undefined;
}

/** Totals as the consumer of the stream keeps them, with the submissions that the page index does not count yet. */
export interface Statistics extends Totals {
  /** Number of writes so far. */
  version: number;
  /** Mark of the newest indexed submission when the totals were made. */
  last: string;
  /** The submissions after it, oldest first. */
  tail: Entry[];
  /** Counted beside them, by whoever sends mails; no version is for these. */
  mails: MailCounts;
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

/** The item with an endpoint's statistics. */
export function parseStatistics(item: Item): Statistics {
  const stored = StoredStatistics.parse(item);
  const { version, submissions, unread, spam, unreadSpam, lastSubmissionAt, last } = stored;
  return {
    version,
    submissions,
    states: { unread, spam, unreadSpam, reasons: decodeReasons(stored.reasons) },
    lastSubmissionAt,
    last,
    tail: decodeEntries(stored.tail),
    mails: parseMailCounts(item),
  };
}

/** Reads the items with statistics, about 200 bytes and 14 for each submission that is not indexed: mostly below 1 kB. */
export class StatisticsStore {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async read(endpointId: string): Promise<Statistics | undefined> {
    const item = await this.#table.get(statisticsKey(endpointId));
    return item && parseStatistics(item);
  }

  /** The totals of endpoints that have them, at half a read unit each: they may be a moment old. */
  async readAll(endpointIds: readonly string[]): Promise<Map<string, Statistics>> {
    const items = await this.#table.getAll(endpointIds.map(statisticsKey), { ConsistentRead: false });
    return new Map(items.map((item) => [endpointIdOfIndex({ PK: String(item.PK) }), parseStatistics(item)]));
  }
}
