import { type Head, lastOf } from '../pageIndex/head.ts';
import { openParts, type Part, pagesOfHead, tiles } from '../pageIndex/parts.ts';
import type { Range } from '../pageIndex/segments.ts';
import type { IndexStore } from '../pageIndex/store.ts';
import type { Marks } from '../storage/expressions.ts';
import { FIRST_PLACE, placeBehindMark, timeOfMark } from '../storage/itemKeys.ts';

/** What is searched: the submissions between two places, with these marks. */
export interface Scope {
  from: string;
  to: string;
  marks: Marks;
  order: 'newest' | 'oldest';
}

/** Submissions to be read by one query. */
export interface SearchRange {
  from: string;
  to: string;
  /** How many there are, as far as the index says. */
  count?: number | undefined;
  /** How many of them have the marks, as far as the index says. */
  matching?: number | undefined;
}

/** Pages of the index that are read at once, after the first. */
const PAGES_AT_ONCE = 4;
/**
 * Younger segments are read whatever they count: one of their submissions may have come late, and the stream may not have
 * told it yet.
 */
const SETTLED_AFTER_MS = 60_000;

/** How many of a range's submissions have the marks; undefined where the index does not say. */
export function countWith({ count, states }: Pick<Range, 'count' | 'states'>, { isRead, isSpam }: Marks) {
  if (isRead === undefined && isSpam === undefined) return count;
  if (states === undefined) return undefined;
  const { unread, spam, unreadSpam } = states;
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
  /** Submissions of neighbouring segments that one query reads. */
  mergedMax: number;
  nowMs: number;
}

/** The ranges in which something may be found, in the order of the search. */
export class CandidateRanges {
  readonly #store: IndexStore;
  readonly #endpointId: string;
  readonly #head: Head;
  readonly #scope: Scope;
  readonly #mergedMax: number;
  readonly #settledBefore: number;

  constructor(store: IndexStore, endpointId: string, { head, scope, mergedMax, nowMs }: CandidateOptions) {
    this.#store = store;
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

  async *#candidates(): AsyncGenerator<Part> {
    const isOldest = this.#scope.order === 'oldest';
    const tail: Part[] = [{ after: lastOf(this.#head), end: '' }];
    const open: Part[] = openParts(this.#head);
    const newer = isOldest ? [...open, ...tail] : [...tail, ...open.reverse()];
    if (!isOldest) yield* newer.filter((part) => this.#isCandidate(part));
    yield* this.#ofPages();
    if (isOldest) yield* newer.filter((part) => this.#isCandidate(part));
  }

  async *#ofPages(): AsyncGenerator<Part> {
    const isOldest = this.#scope.order === 'oldest';
    const pages = pagesOfHead(this.#head).filter((page) => this.#isCandidate(page));
    if (!isOldest) pages.reverse();
    for (let i = 0, more = 1; i < pages.length; i += more, more = PAGES_AT_ONCE) {
      const read = pages.slice(i, i + more).map(async ({ page, after, end }) => {
        return tiles(await this.#store.readPage(this.#endpointId, page), after, end);
      });
      for (const parts of await Promise.all(read)) {
        if (!isOldest) parts.reverse();
        yield* parts.filter((part) => this.#isCandidate(part));
      }
    }
  }

  #isCandidate({ after, end, range, isProvisional }: Part): boolean {
    const { from, to, marks } = this.#scope;
    if (from >= to || startOf(after) >= to || placeBehindMark(end) <= from) return false;
    if (range === undefined || isProvisional || timeOfMark(end) >= this.#settledBefore) return true;
    return countWith(range, marks) !== 0;
  }

  #searchRange({ after, end, range }: Part): SearchRange {
    const { from, to, marks } = this.#scope;
    const [start, stop] = [startOf(after), placeBehindMark(end)];
    const isWhole = from <= start && stop <= to;
    return {
      from: from > start ? from : start,
      to: to < stop ? to : stop,
      count: range?.count,
      // Of a part of a range it is not known how many are in it.
      matching: range && (isWhole ? countWith(range, marks) : 0),
    };
  }
}

/** Without a mark, a range begins before all submissions; one without an end goes behind all. */
const startOf = (after: string): string => (after === '' ? FIRST_PLACE : placeBehindMark(after));

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
