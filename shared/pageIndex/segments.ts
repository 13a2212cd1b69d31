import { type DayCount, dayOf, daysOf, type Entry, type States, statesOf, sumOfStates } from './states.ts';

/** A mark is the place of a submission among its endpoint's, oldest first: see `markOf`. */

/** A range of submissions from the end of the one before (not included) to its own end (included). */
export interface Range {
  /** Mark of its upper end. */
  end: string;
  /** Submissions in it. */
  count: number;
  /** How many of them are in which state; undefined where the index is from before states were counted. */
  states?: States | undefined;
}

/** The smallest range that the index counts. */
export interface Segment extends Range {
  /** Its submissions by day; undefined where all of them are of the day of its end. */
  days?: DayCount[] | undefined;
  /** Whether it was just published and has to be counted once more. */
  isProvisional?: boolean;
}

/** How large the parts of a page index are; tests make them tiny. */
export interface IndexSizes {
  /** Submissions in a segment when it is sealed: as many as a read may have to skip. */
  segment: number;
  /** Open segments in the head before they are moved to a page: they are written with each seal. */
  open: number;
  /** Segments on a page, at least. */
  page: number;
  /** Segments that a page may hold for each page before it: the head's list of pages grows with the square root. */
  growth: number;
}

export const INDEX_SIZES: IndexSizes = { segment: 32, open: 32, page: 512, growth: 8 };

/** Segments that the page after so many others may hold: 512 up to about a million submissions. */
export const pageCapacity = ({ page, growth }: IndexSizes, pagesBefore: number): number =>
  Math.max(page, growth * pagesBefore);

export const sumOf = (ranges: readonly Range[]): number => ranges.reduce((sum, { count }) => sum + count, 0);

/** The states of all ranges together; undefined unless they are known of each. */
export function knownStates(ranges: readonly Range[]): States | undefined {
  const states = ranges.flatMap((range) => (range.states ? [range.states] : []));
  return states.length === ranges.length ? sumOfStates(states) : undefined;
}

/** What a page holds, as one range. */
export const rangeOf = (segments: readonly Segment[], end: string): Range => ({
  end,
  count: sumOf(segments),
  states: knownStates(segments),
});

/** Submissions that were counted, as a segment. */
export function segmentOf(entries: readonly Entry[], end: string): Segment {
  const segment = { end, count: entries.length, states: statesOf(entries) };
  const days = daysOf(entries);
  return days.every(({ day }) => day === dayOf(end)) ? segment : { ...segment, days };
}

/** The days of a segment's submissions. */
export const daysOfSegment = ({ end, count, states, days }: Segment): DayCount[] =>
  days ?? (count === 0 ? [] : [{ day: dayOf(end), count, spam: states?.spam ?? 0 }]);

/**
 * Cuts ascending entries into segments of a size. Equal marks stay together, so a segment may be larger.
 * @returns the segments, and how many entries are left behind the last
 */
export function cut(entries: readonly Entry[], size: number): { segments: Segment[]; rest: number } {
  const segments: Segment[] = [];
  let start = 0;
  for (const [i, { mark }] of entries.entries()) {
    if (i + 1 - start < size || mark === entries[i + 1]?.mark) continue;
    segments.push(segmentOf(entries.slice(start, i + 1), mark));
    start = i + 1;
  }
  return { segments, rest: entries.length - start };
}

/** What was counted between two marks, as one segment, or as several once it has outgrown two. */
export function resegment(entries: readonly Entry[], end: string, size: number): Segment[] {
  if (entries.length < 2 * size) return [segmentOf(entries, end)];
  const before = cut(entries, size).segments.slice(0, -1);
  return [...before, segmentOf(entries.slice(sumOf(before)), end)];
}
