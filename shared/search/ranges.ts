import { type Head, lastOf } from '../pageIndex/head.ts';
import { type IndexPart, indexPagesOf, openParts, tiles } from '../pageIndex/parts.ts';
import { rangesWithTerms } from '../pageIndex/rangeWords.ts';
import { type CountedRange, type Segment, sumOf } from '../pageIndex/segments.ts';
import { readIndexPages } from '../pageIndex/store.ts';
import type { FlagFilter } from '../storage/table/expressions.ts';
import { FIRST_PLACE, placeAfterSortId, timeOfSortId } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';

/** The search's range: submissions between two places with these flags. */
export interface Scope {
  from: string;
  to: string;
  flags: FlagFilter;
  order: 'newest' | 'oldest';
}

export interface SearchRange {
  from: string;
  to: string;
  /** Number of submissions, if the index knows it. */
  count?: number | undefined;
  /** Number of submissions with the flags, if the index knows it. */
  matching?: number | undefined;
  /** True if it has no match: a range that shows how far the index was read. */
  isExcluded?: boolean;
}

/** Index pages read concurrently after the first. */
const PAGES_AT_ONCE = 4;
/**
 * Newer segments are always read: a submission gets its id on arrival, may be stored up to 25 s later (repetitions share an
 * id for `SETTLED_AFTER_MS` of `requestRecords.ts`, and a function ends within 10 s), and then has to be indexed.
 */
const SETTLED_AFTER_MS = 40_000;

/** Number of submissions in a range with the flags. */
export function countWith(
  { count, flagCounts }: Pick<CountedRange, 'count' | 'flagCounts'>,
  { isRead, isSpam }: FlagFilter,
) {
  if (isRead === undefined && isSpam === undefined) return count;
  const { unread, spam, unreadSpam } = flagCounts;
  const kinds = [
    { read: false, junk: true, number: unreadSpam },
    { read: false, junk: false, number: unread - unreadSpam },
    { read: true, junk: true, number: spam - unreadSpam },
    { read: true, junk: false, number: count - unread - spam + unreadSpam },
  ];
  return kinds
    .filter(({ read, junk }) => (isRead ?? read) === read && (isSpam ?? junk) === junk)
    .reduce((sum, { number }) => sum + number, 0);
}

interface CandidateOptions {
  head: Head;
  scope: Scope;
  /** Folded texts that all occur in a match. */
  terms?: readonly string[];
  /** Submissions of adjacent segments that one query reads. */
  mergedMax: number;
  nowMs: number;
}

/** The ranges that may contain matches, in the order of the search. */
export class CandidateRanges {
  readonly #table: TableAccess;
  readonly #endpointId: string;
  readonly #head: Head;
  readonly #scope: Scope;
  readonly #terms: readonly string[];
  readonly #mergedMax: number;
  readonly #settledBefore: number;
  /** Submissions of index pages whose filters of words were read. */
  skimmed = 0;

  constructor(table: TableAccess, endpointId: string, { head, scope, terms = [], mergedMax, nowMs }: CandidateOptions) {
    this.#table = table;
    this.#endpointId = endpointId;
    this.#head = head;
    this.#scope = scope;
    this.#terms = terms;
    this.#mergedMax = mergedMax;
    this.#settledBefore = nowMs - SETTLED_AFTER_MS;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SearchRange> {
    let merged: SearchRange | undefined;
    for await (const part of this.#candidates()) {
      const next = typeof part === 'string' ? this.#nothingAt(part) : this.#searchRange(part);
      if (merged && isMergeable(merged, next, this.#mergedMax)) merged = joined(merged, next);
      else {
        if (merged) yield merged;
        merged = next;
      }
    }
    if (merged) yield merged;
  }

  async *#candidates(): AsyncGenerator<IndexPart | string> {
    const isOldest = this.#scope.order === 'oldest';
    const tail: IndexPart[] = [{ after: lastOf(this.#head), end: '' }];
    const open: IndexPart[] = openParts(this.#head);
    const newer = isOldest ? [...open, ...tail] : [...tail, ...open.reverse()];
    if (!isOldest) yield* newer.filter((part) => this.#isCandidate(part));
    yield* this.#ofPages();
    if (isOldest) yield* newer.filter((part) => this.#isCandidate(part));
  }

  /** The candidates of index pages; the place behind each page that has none. */
  async *#ofPages(): AsyncGenerator<IndexPart | string> {
    const isOldest = this.#scope.order === 'oldest';
    const pages = indexPagesOf(this.#head).filter((page) => this.#isCandidate(page));
    if (!isOldest) pages.reverse();
    for (let i = 0, more = 1; i < pages.length; i += more, more = PAGES_AT_ONCE) {
      const some = pages.slice(i, i + more);
      const numbers = some.map(({ page }) => page);
      const [read, ...mayHaveTerms] = await Promise.all([
        readIndexPages(this.#table, this.#endpointId, numbers),
        ...some.map((page) => rangesWithTerms(this.#table, this.#endpointId, page, this.#terms)),
      ]);
      if (this.#terms.length > 0) this.skimmed += sumOf(some.map(({ range }) => range));
      for (const [j, { after, end }] of some.entries()) {
        const parts = tiles(read[j] as Segment[], after, end);
        if (!isOldest) parts.reverse();
        const candidates = parts.filter(
          (part) => this.#isCandidate(part) && (this.#isRecent(part) || mayHaveTerms[j]?.(part)),
        );
        yield* candidates;
        if (candidates.length === 0) yield isOldest ? placeAfterSortId(end) : startOf(after);
      }
    }
  }

  #isCandidate({ after, end, range, isProvisional }: IndexPart): boolean {
    const { from, to, flags } = this.#scope;
    if (from >= to || startOf(after) >= to || placeAfterSortId(end) <= from) return false;
    if (range === undefined || isProvisional || this.#isRecent({ end })) return true;
    return countWith(range, flags) !== 0;
  }

  #isRecent = ({ end }: Pick<IndexPart, 'end'>): boolean => timeOfSortId(end) >= this.#settledBefore;

  #nothingAt(place: string): SearchRange {
    const { from, to } = this.#scope;
    const within = place < from ? from : place > to ? to : place;
    return { from: within, to: within, count: 0, matching: 0, isExcluded: true };
  }

  #searchRange({ after, end, range }: IndexPart): SearchRange {
    const { from, to, flags } = this.#scope;
    const [start, stop] = [startOf(after), placeAfterSortId(end)];
    const isWhole = from <= start && stop <= to;
    return {
      from: from > start ? from : start,
      to: to < stop ? to : stop,
      count: range?.count,
      // For a partial range, the number of matches is unknown.
      matching: range && (isWhole ? countWith(range, flags) : 0),
    };
  }
}

/** An empty sort id means no bound: before all submissions for a start, after all for an end. */
const startOf = (after: string): string => (after === '' ? FIRST_PLACE : placeAfterSortId(after));

const isMergeable = (a: SearchRange, b: SearchRange, mergedMax: number): boolean =>
  !a.isExcluded &&
  !b.isExcluded &&
  (a.from === b.to || a.to === b.from) &&
  a.count !== undefined &&
  b.count !== undefined &&
  a.count + b.count <= mergedMax;

const joined = (a: SearchRange, b: SearchRange): SearchRange => ({
  from: a.from < b.from ? a.from : b.from,
  to: a.to > b.to ? a.to : b.to,
  count: (a.count ?? 0) + (b.count ?? 0),
  matching: a.matching === undefined || b.matching === undefined ? undefined : a.matching + b.matching,
});
