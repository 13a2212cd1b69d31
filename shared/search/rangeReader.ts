import type { SearchTerm } from '../contract/searchQuery.ts';
import { between, withMarks } from '../storage/expressions.ts';
import {
  endpointKey,
  LAST_PLACE,
  placeBefore,
  placeBehind,
  submissionIdOf,
  submissionSortKeysWithin,
  submittedAt,
} from '../storage/itemKeys.ts';
import { parseSubmission, type StoredSubmission } from '../storage/submissions.ts';
import type { Item, TableAccess } from '../storage/table.ts';
import type { Scope, SearchRange } from './ranges.ts';
import { matches } from './terms.ts';

/** What came of reading a range. */
export interface RangeRead {
  found: StoredSubmission[];
  examined: number;
  /** Where reading ended before the range did; undefined where the range was read whole. */
  stoppedAt?: string | undefined;
}

export interface ReadLimits {
  /** Submissions to be found: with these, reading ends. */
  found: number;
  /** Submissions to be examined. */
  examined: number;
  /** Whether there is time for another request. */
  hasTime: () => boolean;
}

/** Of a range of unknown size a little is read at first, which may be enough. */
const FIRST_REQUEST_ITEMS = 128;
/** About the 1 MB of kilobytes that end a request anyway. */
const REQUEST_ITEMS_MAX = 1_000;
/** What was written longer ago every replica of the table has. */
const REPLICATED_AFTER_MS = 60_000;

/** Where a search goes on behind a submission. */
export const placeAfter = (id: string, order: Scope['order']): string =>
  order === 'newest' ? placeBefore(id) : placeBehind(id);

/** Reads ranges of an endpoint's submissions, and keeps what a search looks for. */
export class RangeReader {
  readonly #table: Pick<TableAccess, 'query'>;
  readonly #endpointId: string;
  readonly #scope: Scope;
  readonly #terms: readonly SearchTerm[];
  readonly #strongFromMs: number;

  constructor(
    table: Pick<TableAccess, 'query'>,
    search: { endpointId: string; scope: Scope; terms: readonly SearchTerm[]; nowMs: number },
  ) {
    this.#table = table;
    this.#endpointId = search.endpointId;
    this.#scope = search.scope;
    this.#terms = search.terms;
    this.#strongFromMs = search.nowMs - REPLICATED_AFTER_MS;
  }

  async read(range: SearchRange, limits: ReadLimits): Promise<RangeRead> {
    const query = this.#queryOf(range);
    const read: RangeRead = {
      found: [],
      examined: 0,
      stoppedAt: this.#scope.order === 'newest' ? range.to : range.from,
    };
    const isDone = () => read.found.length >= limits.found || read.examined >= limits.examined || !limits.hasTime();
    let items = this.#firstRequestItems(range, limits.found);
    let ExclusiveStartKey: Item | undefined;
    while (!isDone()) {
      const Limit = Math.min(items, limits.examined - read.examined);
      const answer = await this.#table.query({ ...query, Limit, ...(ExclusiveStartKey && { ExclusiveStartKey }) });
      const { Items = [], ScannedCount = Items.length, LastEvaluatedKey } = answer;
      read.examined += ScannedCount;
      read.found.push(...Items.map(parseSubmission).filter(({ data }) => matches(data, this.#terms)));
      if (LastEvaluatedKey === undefined) return { ...read, stoppedAt: undefined };
      ExclusiveStartKey = LastEvaluatedKey;
      read.stoppedAt = this.#placeAt(LastEvaluatedKey);
      items = REQUEST_ITEMS_MAX;
    }
    return read;
  }

  #queryOf({ from, to }: SearchRange) {
    const range = between(endpointKey(this.#endpointId).PK, submissionSortKeysWithin(from, to));
    return {
      ...withMarks(range, this.#scope.marks),
      ScanIndexForward: this.#scope.order === 'oldest',
      ConsistentRead: to === LAST_PLACE || timeOfPlace(to) >= this.#strongFromMs,
    };
  }

  /** As many as are needed, where it is known how many of a range are; all of it, where it has to be looked through. */
  #firstRequestItems({ count, matching }: SearchRange, wanted: number): number {
    if (count === undefined) return FIRST_REQUEST_ITEMS;
    if (this.#terms.length > 0 || !matching) return REQUEST_ITEMS_MAX;
    return Math.min(REQUEST_ITEMS_MAX, Math.ceil((wanted * count) / matching) + 1);
  }

  #placeAt({ SK }: Item): string {
    return placeAfter(submissionIdOf({ SK: String(SK) }), this.#scope.order);
  }
}

/** Of a place, as of an id, the first characters are a time. */
const timeOfPlace = (place: string): number => submittedAt(`sub_${place.slice(0, 10).padEnd(26, '0')}`);
