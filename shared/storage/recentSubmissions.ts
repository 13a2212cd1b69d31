import type { SubmissionWithData } from '../contract/schemas/submission.ts';
import { between, NOT_HELD } from './expressions.ts';
import { endpointKey, submissionIdOf, submissionKey, submissionSortKeysBetween, submittedAt } from './itemKeys.ts';
import { type Continuation, joined, readParts } from './paging.ts';
import { parseSubmission } from './submissions.ts';
import type { QueryInput, Table } from './table.ts';

/** The beginning of a list, or all of it. */
export interface Part<T> {
  items: T[];
  isWhole: boolean;
}

/** A period in milliseconds since 1970, its end excluded. */
export interface Period {
  fromMs: number;
  endMs: number;
}

/** Reads submissions that are not held as spam, by the time of their ids. Each call makes a bounded number of queries of at most 1 MB each. */
export class RecentSubmissions {
  readonly #table: Pick<Table, 'query'>;

  constructor(table: Pick<Table, 'query'>) {
    this.#table = table;
  }

  /** Ids from a time (milliseconds since 1970) up to and including one, newest first. */
  async idsUpTo(endpointId: string, fromMs: number, last: string, limit: number): Promise<Part<string>> {
    const { items, isWhole } = await this.#read(endpointId, rangeUpTo(endpointId, fromMs, last), {
      limit,
      query: { ProjectionExpression: 'SK', ScanIndexForward: false, ConsistentRead: false },
    });
    return { items: items.map(({ SK }) => submissionIdOf({ SK: String(SK) })), isWhole };
  }

  /** How many there are from a time (milliseconds since 1970) up to and including one, or as many as the limit says. */
  async countUpTo(endpointId: string, fromMs: number, last: string, limit: number): Promise<Counted> {
    const query = { Select: 'COUNT' as const, ConsistentRead: false };
    const { count, isWhole } = await this.#read(endpointId, rangeUpTo(endpointId, fromMs, last), { limit, query });
    return { count, isWhole };
  }

  /** How many there are of a period, as far as counted. */
  async count(endpointId: string, period: Period): Promise<Counted> {
    const { count, isWhole } = await this.#read(endpointId, rangeOf(period), { query: { Select: 'COUNT' } });
    return { count, isWhole };
  }

  /** The first of a period, oldest first. What cannot be read is left out. */
  async first(endpointId: string, period: Period, limit: number): Promise<SubmissionWithData[]> {
    const { items } = await this.#read(endpointId, rangeOf(period), { limit, query: {} });
    return items.flatMap((item) => {
      try {
        return [parseSubmission(item)];
      } catch {
        return [];
      }
    });
  }

  async #read(endpointId: string, range: SortRange, { limit, query }: Reading) {
    const request = { ...between(endpointKey(endpointId).PK, range), ...NOT_HELD, ...query };
    const read = ({ ExclusiveStartKey, Limit }: Continuation) =>
      // The limit counts what is held, too: where that is much, only a query without limit gets past it.
      this.#table.query({ ...request, ...(ExclusiveStartKey ? { ExclusiveStartKey } : { Limit }) });
    const { items, count, isEnd } = await joined(readParts(read, { itemsMax: limit }), QUERIES_MAX);
    return { items, count, isWhole: isEnd };
  }
}

type SortRange = [from: string, to: string];

/** A number of submissions, or a part of it where not all could be counted. */
export interface Counted {
  count: number;
  isWhole: boolean;
}

interface Reading {
  limit?: number;
  query: Partial<QueryInput>;
}

/** A query reads at most 1 MB: four take 512 read units and some tenths of a second. */
const QUERIES_MAX = 4;

function rangeUpTo(endpointId: string, fromMs: number, last: string): SortRange {
  const [from] = submissionSortKeysBetween(fromMs, submittedAt(last) + 1);
  return [from, submissionKey(endpointId, last).SK];
}

const rangeOf = ({ fromMs, endMs }: Period): SortRange => submissionSortKeysBetween(fromMs, endMs);
