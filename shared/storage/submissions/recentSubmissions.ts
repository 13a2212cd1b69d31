import type { SubmissionWithData } from '../../contract/schemas/submissions/submission.ts';
import { between, NOT_HELD, withFlags } from '../table/expressions.ts';
import {
  endpointKey,
  submissionIdOf,
  submissionKey,
  submissionSortKeysBetween,
  submittedAt,
} from '../table/itemKeys.ts';
import { type Continuation, joined, readParts } from '../table/paging.ts';
import { readEach } from '../table/stored.ts';
import type { QueryInput, Table } from '../table/table.ts';
import { parseSubmission } from './storedSubmission.ts';

export interface BoundedRead<T> {
  items: T[];
  isWhole: boolean;
}

export interface Period {
  fromMs: number;
  endMs: number;
  /** Also leaves out submissions that a person marked as spam. */
  isWithoutSpam?: boolean;
}

/**
 * Reads submissions that are not held as spam, by the time in their ids. Each call makes a bounded number of queries of
 * at most 1 MB.
 */
export class RecentSubmissions {
  readonly #table: Pick<Table, 'query' | 'getAll'>;

  constructor(table: Pick<Table, 'query' | 'getAll'>) {
    this.#table = table;
  }

  /** Ids from a time (milliseconds since 1970) through `last`, newest first. */
  async idsUpTo(endpointId: string, fromMs: number, last: string, limit: number): Promise<BoundedRead<string>> {
    const { items, isWhole } = await this.#read(endpointId, rangeUpTo(endpointId, fromMs, last), {
      limit,
      query: { ProjectionExpression: 'SK', ScanIndexForward: false, ConsistentRead: false },
    });
    return { items: items.map(({ SK }) => submissionIdOf({ SK: String(SK) })), isWhole };
  }

  async count(endpointId: string, period: Period): Promise<SubmissionCount> {
    const { count, isWhole } = await this.#read(endpointId, rangeOf(period), { query: { Select: 'COUNT' }, ...period });
    return { count, isWhole };
  }

  /** The first submissions in a period, oldest first; unreadable ones are omitted. */
  async first(endpointId: string, period: Period, limit: number): Promise<SubmissionWithData[]> {
    const { items } = await this.#read(endpointId, rangeOf(period), { limit, query: {}, ...period });
    return readEach(items, parseSubmission).read;
  }

  /** Those of these submissions that are stored, oldest first; unreadable ones are omitted. */
  async named(endpointId: string, ids: readonly string[]): Promise<SubmissionWithData[]> {
    if (ids.length === 0) return [];
    const items = await this.#table.getAll(ids.map((id) => submissionKey(endpointId, id)));
    const submissions = readEach(items, parseSubmission).read.filter(({ isHeld }) => !isHeld);
    return submissions.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #read(endpointId: string, range: SortRange, { limit, query, isWithoutSpam }: Reading) {
    const sorted = between(endpointKey(endpointId).PK, range);
    const request = { ...sorted, ...(isWithoutSpam ? withFlags(sorted, { isSpam: false }) : NOT_HELD), ...query };
    const read = ({ ExclusiveStartKey, Limit }: Continuation) =>
      // The limit also counts held submissions: only a query without a limit gets past many of them.
      this.#table.query({ ...request, ...(ExclusiveStartKey ? { ExclusiveStartKey } : { Limit }) });
    const { items, count, isEnd } = await joined(readParts(read, { itemsMax: limit }), QUERIES_MAX);
    return { items, count, isWhole: isEnd };
  }
}

type SortRange = [from: string, to: string];

/** A count, or a lower bound if not all could be counted. */
export interface SubmissionCount {
  count: number;
  isWhole: boolean;
}

interface Reading {
  limit?: number;
  query: Partial<QueryInput>;
  isWithoutSpam?: boolean;
}

/** A query reads at most 1 MB: four take 512 read units and a few tenths of a second. */
const QUERIES_MAX = 4;

function rangeUpTo(endpointId: string, fromMs: number, last: string): SortRange {
  const [from] = submissionSortKeysBetween(fromMs, submittedAt(last) + 1);
  return [from, submissionKey(endpointId, last).SK];
}

const rangeOf = ({ fromMs, endMs }: Period): SortRange => submissionSortKeysBetween(fromMs, endMs);
