import { MARK_LENGTH } from '../storage/itemKeys.ts';

/** A mark is the place of a submission among its endpoint's, oldest first: see `markOf`. */

/** A range of submissions from the end of the one before (not included) to its own end (included). */
export interface Segment {
  /** Mark of its upper end. */
  end: string;
  /** Submissions in it. */
  count: number;
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

export const sumOf = (segments: readonly Segment[]): number => segments.reduce((sum, { count }) => sum + count, 0);

/**
 * Cuts ascending marks into segments of a size. Equal marks stay together, so a segment may be larger.
 * @returns the segments, and how many marks are left behind the last
 */
export function cut(marks: readonly string[], size: number): { segments: Segment[]; rest: number } {
  const segments: Segment[] = [];
  let count = 0;
  for (const [i, end] of marks.entries()) {
    count++;
    if (count < size || end === marks[i + 1]) continue;
    segments.push({ end, count });
    count = 0;
  }
  return { segments, rest: count };
}

/** What was counted between two marks, as one segment, or as several once it has outgrown two. */
export function resegment(marks: readonly string[], end: string, size: number): Segment[] {
  if (marks.length < 2 * size) return [{ end, count: marks.length }];
  const { segments, rest } = cut(marks, size);
  const before = segments.slice(0, -1);
  return [...before, { end, count: (segments.at(-1)?.count ?? 0) + rest }];
}

const PROVISIONAL = '!';

/** Segments as text: mark, count in base 36, and whether it is provisional. About 15 bytes each. */
export const encodeSegments = (segments: readonly Segment[]): string =>
  segments.map(({ end, count, isProvisional }) => end + count.toString(36) + (isProvisional ? PROVISIONAL : '')).join();

export const decodeSegments = (text: string): Segment[] =>
  text === ''
    ? []
    : text.split(',').map((entry) => ({
        end: entry.slice(0, MARK_LENGTH),
        count: Number.parseInt(entry.slice(MARK_LENGTH), 36),
        ...(entry.endsWith(PROVISIONAL) ? { isProvisional: true } : {}),
      }));
