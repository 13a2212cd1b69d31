import type { SubmissionWithData } from '../contract/schemas/submission.ts';
import { endpointKey, submissionIdOf, submissionKey, submissionSortKeysBetween, submittedAt } from './itemKeys.ts';
import { parseSubmission } from './submissions.ts';
import type { Item, QueryInput, Table } from './table.ts';

/** Part of a list that may have more than was read. */
export interface Part<T> {
  items: T[];
  isWhole: boolean;
}

/** A time in milliseconds since 1970, its end excluded. */
export interface Period {
  fromMs: number;
  endMs: number;
}

/** Reads submissions by the time of their ids. Each call makes a bounded number of queries of at most 1 MB each. */
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

  async #read(endpointId: string, range: Item, { limit = Number.POSITIVE_INFINITY, query }: Reading) {
    const items: Item[] = [];
    let count = 0;
    let startKey: Item | undefined;
    for (let queries = 0; queries < QUERIES_MAX; queries++) {
      const {
        Items = [],
        Count,
        LastEvaluatedKey,
      } = await this.#table.query({
        KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK, ...range },
        ...query,
        ...(Number.isFinite(limit) && { Limit: limit - count }),
        ExclusiveStartKey: startKey,
      });
      items.push(...Items);
      count += Count ?? Items.length;
      if (count >= limit) return { items, count, isWhole: false };
      if (!LastEvaluatedKey) return { items, count, isWhole: true };
      startKey = LastEvaluatedKey;
    }
    return { items, count, isWhole: false };
  }
}

/** A number of submissions, or a part of it where not all could be counted. */
export interface Counted {
  count: number;
  isWhole: boolean;
}

interface Reading {
  limit?: number;
  query: Partial<QueryInput>;
}

/** A query reads 1 MB at the most: 4 MB are 512 read units, and an answer after some tenths of a second. */
const QUERIES_MAX = 4;

function rangeUpTo(endpointId: string, fromMs: number, last: string): Item {
  const [from] = submissionSortKeysBetween(fromMs, submittedAt(last) + 1);
  return { ':from': from, ':to': submissionKey(endpointId, last).SK };
}

function rangeOf({ fromMs, endMs }: Period): Item {
  const [from, to] = submissionSortKeysBetween(fromMs, endMs);
  return { ':from': from, ':to': to };
}
