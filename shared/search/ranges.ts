import { type Head, lastOf } from '../pageIndex/head.ts';
import { type IndexPart, indexPagesOf, openParts, tiles } from '../pageIndex/parts.ts';
import type { CountedRange, Segment } from '../pageIndex/segments.ts';
import { readIndexPages } from '../pageIndex/store.ts';
import type { FlagFilter } from '../storage/expressions.ts';
import { FIRST_PLACE, placeAfterSortId, timeOfSortId } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';

/** What to search: submissions between two places with these flags. */
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
}

/** Index pages read concurrently after the first. */
const PAGES_AT_ONCE = 4;
/** Newer segments are always read: a submission may have arrived late, and its stream record may be pending. */
const SETTLED_AFTER_MS = 60_000;

/** Number of submissions in a range with the flags; undefined if the index does not know it. */
export function countWith(
  { count, flagCounts }: Pick<CountedRange, 'count' | 'flagCounts'>,
  { isRead, isSpam }: FlagFilter,
) {
  if (isRead === undefined && isSpam === undefined) return count;
  if (flagCounts === undefined) return undefined;
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
  readonly #mergedMax: number;
  readonly #settledBefore: number;

  constructor(table: TableAccess, endpointId: string, { head, scope, mergedMax, nowMs }: CandidateOptions) {
    this.#table = table;
    this.#endpointId = endpointId;
    this.#head = head;
    this.#scope = scope;
    this.#mergedMax = mergedMax;
    this.#settledBefore = nowMs - SETTLED_AFTER_MS;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SearchRange> {
    let merged: SearchRange | undefined;
    for await (const part of this.#candidates()) {
      const next = this.#searchRange(part);
      if (merged && isMergeable(merged, next, this.#mergedMax)) merged = joined(merged, next);
      else {
        if (merged) yield merged;
        merged = next;
      }
    }
    if (merged) yield merged;
  }

  async *#candidates(): AsyncGenerator<IndexPart> {
    const isOldest = this.#scope.order === 'oldest';
    const tail: IndexPart[] = [{ after: lastOf(this.#head), end: '' }];
    const open: IndexPart[] = openParts(this.#head);
    const newer = isOldest ? [...open, ...tail] : [...tail, ...open.reverse()];
    if (!isOldest) yield* newer.filter((part) => this.#isCandidate(part));
    yield* this.#ofPages();
    if (isOldest) yield* newer.filter((part) => this.#isCandidate(part));
  }

  async *#ofPages(): AsyncGenerator<IndexPart> {
    const isOldest = this.#scope.order === 'oldest';
    const pages = indexPagesOf(this.#head).filter((page) => this.#isCandidate(page));
    if (!isOldest) pages.reverse();
    for (let i = 0, more = 1; i < pages.length; i += more, more = PAGES_AT_ONCE) {
      const some = pages.slice(i, i + more);
      const read = await readIndexPages(
        this.#table,
        this.#endpointId,
        some.map(({ page }) => page),
      );
      for (const [j, { after, end }] of some.entries()) {
        const parts = tiles(read[j] as Segment[], after, end);
        if (!isOldest) parts.reverse();
        yield* parts.filter((part) => this.#isCandidate(part));
      }
    }
  }

  #isCandidate({ after, end, range, isProvisional }: IndexPart): boolean {
    const { from, to, flags } = this.#scope;
    if (from >= to || startOf(after) >= to || placeAfterSortId(end) <= from) return false;
    if (range === undefined || isProvisional || timeOfSortId(end) >= this.#settledBefore) return true;
    return countWith(range, flags) !== 0;
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
