import { knownStates, type Range, type Segment, sumOf } from './segments.ts';
import type { States } from './states.ts';

/**
 * The head of a page index. Its pages and then its open segments cover all submissions up to `lastOf`, oldest first.
 * Newer submissions are the tail, which a query counts.
 */
export interface Head {
  /** Number of writes so far; 0 where there is no index yet. */
  version: number;
  /** For each page the end of its last segment and the sum of its counts. */
  pages: Range[];
  /** Segments on the last page. */
  lastPageSize: number;
  /** Segments that are on no page yet. */
  open: Segment[];
}

export const NO_HEAD: Head = { version: 0, pages: [], lastPageSize: 0, open: [] };

/** Mark of the newest indexed submission. */
export const lastOf = ({ pages, open }: Head): string => open.at(-1)?.end ?? endOfPages({ pages });

export const endOfPages = ({ pages }: Pick<Head, 'pages'>): string => pages.at(-1)?.end ?? '';

/** Number of indexed submissions. */
export const indexedCount = ({ pages, open }: Head): number => sumOf(pages) + sumOf(open);

/** The states of the indexed submissions; undefined where the index is from before states were counted. */
export const indexedStates = ({ pages, open }: Pick<Head, 'pages' | 'open'>): States | undefined =>
  knownStates([...pages, ...open]);

/** A submission by its distance from the newest one of a segment. */
export interface Place {
  end: string;
  skip: number;
}

/** A place, and which of the segments it is in. */
export interface Located {
  found: Place;
  index: number;
}

/** The place of the submission at a position, counted from the newest; the segments' total if it lies beyond them. */
export function placeAmong(segments: readonly Range[], position: number): Located | number {
  let skip = position;
  for (let index = segments.length - 1; index >= 0; index--) {
    const { end, count } = segments[index] as Range;
    if (skip < count) return { found: { end, skip }, index };
    skip -= count;
  }
  return position - skip;
}

/** The page with the indexed submission at a position, counted from the newest; undefined when it is on none. */
export function pageHolding({ pages, open }: Head, position: number): number | undefined {
  const onPages = position - sumOf(open);
  const place = onPages < 0 ? 0 : placeAmong(pages, onPages);
  return typeof place === 'number' ? undefined : place.index;
}
