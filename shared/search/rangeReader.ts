import type { SearchTerm } from '../contract/searchQuery.ts';
import { entryOf } from '../pageIndex/flagCounts.ts';
import { isKept } from '../pageIndex/keptParts.ts';
import type { Kept } from '../storage/endpoints/keeping.ts';
import { parseSubmission, type StoredSubmission } from '../storage/submissions/storedSubmission.ts';
import { between, withFlags } from '../storage/table/expressions.ts';
import {
  endpointKey,
  LAST_PLACE,
  placeBefore,
  placeBehind,
  submissionIdOf,
  submissionSortKeysWithin,
  submittedAt,
} from '../storage/table/itemKeys.ts';
import { type Continuation, readParts } from '../storage/table/paging.ts';
import { readEach } from '../storage/table/stored.ts';
import type { Item, TableAccess } from '../storage/table/table.ts';
import type { Scope, SearchRange } from './ranges.ts';
import { matchesTerms } from './terms.ts';

export interface RangeRead {
  found: StoredSubmission[];
  /** Ids of those that cannot be read. */
  unreadable: string[];
  examined: number;
  /** Position at which reading stopped early; undefined if the range was read completely. */
  stoppedAt?: string | undefined;
}

export interface ReadLimits {
  /** Stop after this many matches. */
  found: number;
  /** Stop after examining this many submissions. */
  examined: number;
  /** True if no further request may start. */
  isOver: () => boolean;
  /** True if the range's first request starts regardless. */
  isFirst: boolean;
}

/** The first request of a range of unknown size is small, since it may suffice. */
const FIRST_REQUEST_ITEMS = 128;
/** About the number of 1 kB submissions that fit into a 1 MB response. */
const REQUEST_ITEMS_MAX = 1_000;
/** Older writes have reached every replica of the table. */
const REPLICATED_AFTER_MS = 60_000;

/** Place where a search continues after a submission. */
export const placeAfter = (id: string, order: Scope['order']): string =>
  order === 'newest' ? placeBefore(id) : placeBehind(id);

export class RangeReader {
  readonly #table: Pick<TableAccess, 'query'>;
  readonly #endpointId: string;
  readonly #scope: Scope;
  readonly #terms: readonly SearchTerm[];
  readonly #strongFromMs: number;
  readonly #kept: Kept;
  /** Read units of all ranges so far. */
  units = 0;

  constructor(
    table: Pick<TableAccess, 'query'>,
    search: { endpointId: string; scope: Scope; terms: readonly SearchTerm[]; nowMs: number; kept: Kept },
  ) {
    this.#table = table;
    this.#endpointId = search.endpointId;
    this.#scope = search.scope;
    this.#terms = search.terms;
    this.#kept = search.kept;
    this.#strongFromMs = search.nowMs - REPLICATED_AFTER_MS;
  }

  async read(range: SearchRange, limits: ReadLimits): Promise<RangeRead> {
    if (range.isExcluded) return { found: [], unreadable: [], examined: 0 };
    const query = this.#queryOf(range);
    const read: RangeRead = {
      found: [],
      unreadable: [],
      examined: 0,
      stoppedAt: this.#scope.order === 'newest' ? range.to : range.from,
    };
    const isDone = () => read.found.length >= limits.found || read.examined >= limits.examined || limits.isOver();
    if (!limits.isFirst && isDone()) return read;
    let items = this.#firstRequestItems(range, limits.found);
    const request = async (continuation: Continuation) => {
      const Limit = Math.min(items, limits.examined - read.examined);
      items = REQUEST_ITEMS_MAX;
      const result = await this.#table.query({ ...query, ...continuation, Limit });
      this.units += result.ConsumedCapacity?.CapacityUnits ?? 0;
      return result;
    };
    for await (const part of readParts(request)) {
      read.examined += part.scanned;
      const parsed = readEach(
        part.items.filter((item) => isKept(this.#kept, entryOf(item))),
        parseSubmission,
      );
      read.found.push(...parsed.read.filter((each) => matchesTerms(each, this.#terms)));
      read.unreadable.push(...parsed.unreadable.map(submissionIdOf));
      read.stoppedAt = part.next && this.#placeAt(part.next);
      if (isDone()) break;
    }
    return read;
  }

  #queryOf({ from, to }: SearchRange) {
    const range = between(endpointKey(this.#endpointId).PK, submissionSortKeysWithin(from, to));
    return {
      ...withFlags(range, this.#scope.flags),
      ScanIndexForward: this.#scope.order === 'oldest',
      ConsistentRead: to === LAST_PLACE || timeOfPlace(to) >= this.#strongFromMs,
      ReturnConsumedCapacity: 'TOTAL' as const,
    };
  }

  /** The number of items needed for a known number of matches; otherwise the whole range. */
  #firstRequestItems({ count, matching }: SearchRange, wanted: number): number {
    if (count === undefined) return FIRST_REQUEST_ITEMS;
    if (this.#terms.length > 0 || !matching) return REQUEST_ITEMS_MAX;
    return Math.min(REQUEST_ITEMS_MAX, Math.ceil((wanted * count) / matching) + 1);
  }

  #placeAt({ SK }: Item): string {
    return placeAfter(submissionIdOf({ SK: String(SK) }), this.#scope.order);
  }
}

/** Places and ids start with a time. */
const timeOfPlace = (place: string): number => submittedAt(`sub_${place.slice(0, 10).padEnd(26, '0')}`);
