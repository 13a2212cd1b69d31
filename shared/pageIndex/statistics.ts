import * as z from 'zod/mini';
import { endpointMustExist } from '../storage/endpointExistence.ts';
import { ABSENT, hasValues, onlyIf, setAll } from '../storage/expressions.ts';
import { endpointIdOfIndex, statisticsKey } from '../storage/itemKeys.ts';
import { ConditionFailed, type Item, type TableAccess } from '../storage/table.ts';
import { decodeEntries, decodeReasons, encodeEntries, encodeReasons } from './segmentText.ts';
import type { Entry, States } from './states.ts';
import type { WriteOutcome } from './store.ts';

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
}

/** Mails about an endpoint's submissions. Counted up: one may be counted twice or not at all. */
export interface Mails {
  sent: number;
  failed: number;
  inDigests: number;
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
  mailsSent: z._default(z.number(), 0),
  mailsFailed: z._default(z.number(), 0),
  mailsInDigests: z._default(z.number(), 0),
});

export interface StoredTotals extends Statistics {
  mails: Mails;
}

/** The item with an endpoint's statistics. */
export function parseStatistics(item: Item): StoredTotals {
  const stored = StoredStatistics.parse(item);
  const { version, submissions, unread, spam, unreadSpam, lastSubmissionAt, last } = stored;
  return {
    version,
    submissions,
    states: { unread, spam, unreadSpam, reasons: decodeReasons(stored.reasons) },
    lastSubmissionAt,
    last,
    tail: decodeEntries(stored.tail),
    mails: { sent: stored.mailsSent, failed: stored.mailsFailed, inDigests: stored.mailsInDigests },
  };
}

/** The items with statistics, about 200 bytes and 14 for each submission that is not indexed: mostly below 1 kB. */
export class StatisticsStore {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async read(endpointId: string): Promise<StoredTotals | undefined> {
    const item = await this.#table.get(statisticsKey(endpointId));
    return item && parseStatistics(item);
  }

  /** The totals of endpoints that have them, at half a read unit each: they may be a moment old. */
  async readAll(endpointIds: readonly string[]): Promise<Map<string, StoredTotals>> {
    const items = await this.#table.getAll(endpointIds.map(statisticsKey), { ConsistentRead: false });
    return new Map(items.map((item) => [endpointIdOfIndex({ PK: String(item.PK) }), parseStatistics(item)]));
  }

  /**
   * Writes statistics that were computed after those with `version` were read, if no other writer was first; version 0
   * stands for none. The first need their endpoint, so that none appear after its removal.
   */
  async write(endpointId: string, version: number, statistics: Omit<Statistics, 'version'>): Promise<WriteOutcome> {
    const { submissions, states, lastSubmissionAt = null, last, tail } = statistics;
    const { unread, spam, unreadSpam, reasons } = states;
    const values = { submissions, unread, spam, unreadSpam, reasons: encodeReasons(reasons), lastSubmissionAt, last };
    const condition = version === 0 ? ABSENT : hasValues({ version });
    const changes = setAll({ version: version + 1, ...values, tail: encodeEntries(tail) });
    const update = { Key: statisticsKey(endpointId), ...onlyIf(condition, changes) };
    try {
      if (version === 0) await this.#table.transact([endpointMustExist(endpointId), { Update: update }]);
      else await this.#table.update({ ...update, ReturnValues: 'NONE' });
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return version === 0 && error.index === 0 ? 'gone' : 'stale';
    }
  }
}
