import { FIRST_PLACE } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween, entriesFrom } from './entries.ts';
import { NO_FLAG_COUNTS } from './flagCounts.ts';
import { endOfIndexPages, type Head } from './head.ts';
import type { IndexPart } from './parts.ts';
import { rangeOf, type Segment, segmentOf } from './segments.ts';
import { readIndexPage } from './store.ts';

/**
 * Reads a page index as if submissions before a place, which are due, were removed already: ranges before it count
 * nothing, and only the segment around it is counted again. Ends and numbers of index pages stay.
 */

/** The kept submissions of a part; counts what the index has not counted. Strongly consistent. */
export async function keptSegment(
  table: TableAccess,
  endpointId: string,
  { after, end, range }: IndexPart & { range?: Segment | undefined },
  place: string,
): Promise<Segment> {
  if (end < place) return { end, count: 0, flagCounts: NO_FLAG_COUNTS };
  if (range && (after >= place || range.count === 0)) return range;
  const entries =
    after >= place ? entriesBetween(table, endpointId, after, end) : entriesFrom(table, endpointId, place, end);
  return segmentOf(await entries, end);
}

export const keptSegments = (
  table: TableAccess,
  endpointId: string,
  segments: readonly Segment[],
  start: string,
  place: string,
): Promise<Segment[]> =>
  Promise.all(
    segments.map((range, i) => {
      const after = segments[i - 1]?.end ?? start;
      return keptSegment(table, endpointId, { after, end: range.end, range }, place);
    }),
  );

export async function keptHead(table: TableAccess, endpointId: string, head: Head, place: string): Promise<Head> {
  if (place === FIRST_PLACE) return head;
  const [pages, open] = await Promise.all([
    Promise.all(
      head.pages.map(async (range, page) => {
        const after = head.pages[page - 1]?.end ?? '';
        if (range.end < place) return { ...range, count: 0, flagCounts: NO_FLAG_COUNTS };
        if (after >= place || range.count === 0) return range;
        const segments = await readIndexPage(table, endpointId, page, range);
        return rangeOf(await keptSegments(table, endpointId, segments, after, place), range.end);
      }),
    ),
    keptSegments(table, endpointId, head.open, endOfIndexPages(head), place),
  ]);
  return { ...head, pages, open };
}
