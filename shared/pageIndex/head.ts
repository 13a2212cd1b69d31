import type { FlagCounts } from './flagCounts.ts';
import { type CountedRange, flagCountsIn, rangeOf, type Segment, sumOf } from './segments.ts';

/**
 * The head of a page index. Its index pages, then its open segments, cover all submissions up to `lastOf`, oldest
 * first. Newer submissions are the tail, which queries count.
 */
export interface Head {
  /** Number of writes so far; 0 without an index. */
  version: number;
  /** For each index page, the end of its last segment and the sum of its counts. */
  pages: CountedRange[];
  lastPageSize: number;
  open: Segment[];
}

export const NO_HEAD: Head = { version: 0, pages: [], lastPageSize: 0, open: [] };

export const lastOf = ({ pages, open }: Head): string => open.at(-1)?.end ?? endOfIndexPages({ pages });

export const endOfIndexPages = ({ pages }: Pick<Head, 'pages'>): string => pages.at(-1)?.end ?? '';

export const indexedCount = ({ pages, open }: Head): number => sumOf(pages) + sumOf(open);

export const indexedFlagCounts = ({ pages, open }: Head): FlagCounts => flagCountsIn([...pages, ...open]);

/** A submission's distance from the newest one of its segment. */
export interface Place {
  end: string;
  skip: number;
}

export interface Located {
  found: Place;
  index: number;
}

/**
 * Locates a submission by its position, counted from the newest; returns the segments' total if it lies beyond them.
 */
export function placeAmong(segments: readonly CountedRange[], position: number): Located | number {
  let skip = position;
  for (let index = segments.length - 1; index >= 0; index--) {
    const { end, count } = segments[index] as CountedRange;
    if (skip < count) return { found: { end, skip }, index };
    skip -= count;
  }
  return position - skip;
}

export function indexPageHolding({ pages, open }: Head, position: number): number | undefined {
  const onPages = position - sumOf(open);
  const place = onPages < 0 ? 0 : placeAmong(pages, onPages);
  return typeof place === 'number' ? undefined : place.index;
}

export function withIndexPages(head: Head, contents: Map<number, Segment[]>): Head {
  if (contents.size === 0) return head;
  const pages = [...head.pages];
  for (const [page, segments] of contents) {
    pages[page] = rangeOf(segments, segments.at(-1)?.end ?? pages[page]?.end ?? '');
  }
  const lastPageSize = contents.get(pages.length - 1)?.length ?? head.lastPageSize;
  return { ...head, pages, lastPageSize };
}
