import {
  type DayCount,
  dayOf,
  daysOf,
  type Entry,
  type FlagCounts,
  flagCountsOf,
  sumOfFlagCounts,
} from './flagCounts.ts';

/** A range of submissions, from the end of the previous one (excluded) to its own (included). */
export interface CountedRange {
  /** Sort id of its upper end. */
  end: string;
  count: number;
  flagCounts: FlagCounts;
}

/** The smallest unit that the index counts. */
export interface Segment extends CountedRange {
  /** Submissions by day; undefined if all are from the day of its end. */
  days?: DayCount[] | undefined;
  /** True if it was just published and must be counted once more. */
  isProvisional?: boolean;
}

/** Sizes of the parts of a page index; tests use tiny ones. */
export interface IndexSizes {
  /** Submissions in a sealed segment: the most that a read has to skip. */
  segment: number;
  /** Open segments in the head before they move to an index page; every seal rewrites them. */
  open: number;
  /** Minimum number of segments on an index page. */
  page: number;
  /** Additional segments per preceding index page: the head's list of pages grows with the square root. */
  growth: number;
}

export const INDEX_SIZES: IndexSizes = { segment: 32, open: 32, page: 512, growth: 8 };

/** Capacity of an index page in segments: 512 up to about a million submissions. */
export const indexPageCapacity = ({ page, growth }: IndexSizes, pagesBefore: number): number =>
  Math.max(page, growth * pagesBefore);

export const sumOf = (ranges: readonly CountedRange[]): number => ranges.reduce((sum, { count }) => sum + count, 0);

export const flagCountsIn = (ranges: readonly CountedRange[]): FlagCounts =>
  sumOfFlagCounts(ranges.map(({ flagCounts }) => flagCounts));

export const rangeOf = (segments: readonly Segment[], end: string): CountedRange => ({
  end,
  count: sumOf(segments),
  flagCounts: flagCountsIn(segments),
});

export function segmentOf(entries: readonly Entry[], end: string): Segment {
  const segment = { end, count: entries.length, flagCounts: flagCountsOf(entries) };
  const days = daysOf(entries);
  return days.every(({ day }) => day === dayOf(end)) ? segment : { ...segment, days };
}

export const daysOfSegment = ({ end, count, flagCounts, days }: Segment): DayCount[] =>
  days ?? (count === 0 ? [] : [{ day: dayOf(end), count, spam: flagCounts.spam }]);

/**
 * Cuts ascending entries into segments of a size. Equal sort ids stay together, so a segment may be larger.
 * @returns the segments, and the number of entries left over
 */
export function cut(entries: readonly Entry[], size: number): { segments: Segment[]; rest: number } {
  const segments: Segment[] = [];
  let start = 0;
  for (const [i, { sortId }] of entries.entries()) {
    if (i + 1 - start < size || sortId === entries[i + 1]?.sortId) continue;
    segments.push(segmentOf(entries.slice(start, i + 1), sortId));
    start = i + 1;
  }
  return { segments, rest: entries.length - start };
}

/** Recounts a segment; returns several if it has grown to more than twice the size. */
export function resegment(entries: readonly Entry[], end: string, size: number): Segment[] {
  if (entries.length < 2 * size) return [segmentOf(entries, end)];
  const before = cut(entries, size).segments.slice(0, -1);
  return [...before, segmentOf(entries.slice(sumOf(before)), end)];
}
