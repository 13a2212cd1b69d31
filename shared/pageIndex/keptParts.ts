import { ALL_KEPT, type Kept } from '../storage/endpoints/keeping.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween, entriesFrom } from './entries.ts';
import { type Entry, NO_FLAG_COUNTS } from './flagCounts.ts';
import { endOfIndexPages, type Head, lastOf } from './head.ts';
import { type KeptRange, keptRanges } from './keptRanges.ts';
import { type IndexPart, indexPagesOf, openParts, tiles } from './parts.ts';
import { INDEX_SIZES, rangeOf, type Segment, segmentOf } from './segments.ts';
import { readHead, readIndexPage } from './store.ts';

/**
 * Reads a page index as if submissions that are due were removed already: ranges before the places count nothing, or no
 * spam, and only the segments around the places are counted again. Ends and numbers of index pages stay.
 */

export const isKept = ({ from, spamFrom }: Kept, { sortId, isSpam }: Entry): boolean =>
  sortId >= (isSpam ? spamFrom : from);

const nothing = (end: string): Segment => ({ end, count: 0, flagCounts: NO_FLAG_COUNTS });

const withoutSpam = ({ count, flagCounts, days, ...range }: Segment): Segment => ({
  ...range,
  count: count - flagCounts.spam,
  flagCounts: { ...NO_FLAG_COUNTS, unread: flagCounts.unread - flagCounts.unreadSpam },
  days: days?.map((each) => ({ day: each.day, count: each.count - each.spam, spam: 0 })),
});

/** The kept submissions of a range; undefined if its counts do not tell them. */
function keptCounts(after: string, range: Segment, { from, spamFrom }: Kept): Segment | undefined {
  const { end, count, flagCounts } = range;
  if (end < from) return nothing(end);
  if (after >= spamFrom || count === 0) return range;
  if (after < from) return undefined;
  if (flagCounts.spam === 0) return range;
  return end < spamFrom ? withoutSpam(range) : undefined;
}

/** The kept submissions of a part; counts what the index has not counted. Strongly consistent. */
export async function keptSegment(
  table: TableAccess,
  endpointId: string,
  { after, end, range }: IndexPart & { range?: Segment | undefined },
  kept: Kept,
): Promise<Segment> {
  const counted = range ? keptCounts(after, range, kept) : end < kept.from && nothing(end);
  if (counted) return counted;
  const entries =
    after >= kept.from ? entriesBetween(table, endpointId, after, end) : entriesFrom(table, endpointId, kept.from, end);
  return segmentOf(
    (await entries).filter((entry) => isKept(kept, entry)),
    end,
  );
}

export const keptSegments = (
  table: TableAccess,
  endpointId: string,
  segments: readonly Segment[],
  start: string,
  kept: Kept,
): Promise<Segment[]> =>
  Promise.all(
    segments.map((range, i) => {
      const after = segments[i - 1]?.end ?? start;
      return keptSegment(table, endpointId, { after, end: range.end, range }, kept);
    }),
  );

export async function keptHead(table: TableAccess, endpointId: string, head: Head, kept: Kept): Promise<Head> {
  if (kept.spamFrom === ALL_KEPT.spamFrom) return head;
  const [pages, open] = await Promise.all([
    Promise.all(
      indexPagesOf(head).map(async ({ page, after, range }) => {
        const counted = keptCounts(after, range, kept);
        if (counted) return counted;
        const segments = await readIndexPage(table, endpointId, page, range);
        return rangeOf(await keptSegments(table, endpointId, segments, after, kept), range.end);
      }),
    ),
    keptSegments(table, endpointId, head.open, endOfIndexPages(head), kept),
  ]);
  return { ...head, pages, open };
}

/** Due submissions in a row that queries pass over; a query reads fewer faster than another one begins. */
const PASSED_OVER_MIN = 4 * INDEX_SIZES.segment;

/**
 * The ranges of kept submissions up to a sort id ('' for no bound), newest first, without most of the due spam between
 * them: there may be much until it is removed.
 * @param head as stored
 */
export async function* keptRangesIn(
  table: TableAccess,
  endpointId: string,
  head: Head,
  kept: Kept,
  through = '',
): AsyncGenerator<KeptRange> {
  if (kept.spamFrom === kept.from) return yield* keptRanges(kept, '', through);
  const isWithin = ({ after, end }: IndexPart) =>
    (through === '' || after < through) && (end === '' || end >= kept.from);
  const rangesIn = (parts: readonly IndexPart[]) => {
    const runs: IndexPart[] = [];
    let due = 0;
    for (const { after, end, range, isProvisional } of parts.filter(isWithin).reverse()) {
      const isDue = range && range.count > 0 && !isProvisional && keptCounts(after, range, kept)?.count === 0;
      const run = runs.at(-1);
      if (run && !isDue && due < PASSED_OVER_MIN) run.after = after;
      else if (!isDue) runs.push({ after, end });
      due = isDue ? due + range.count : 0;
    }
    return runs.flatMap(({ after, end }) =>
      keptRanges(kept, after, end === '' || (through !== '' && through < end) ? through : end),
    );
  };
  yield* rangesIn([...openParts(head), { after: lastOf(head), end: '' }]);
  for (const part of indexPagesOf(head).filter(isWithin).reverse()) {
    const mayPassOver = part.after < kept.spamFrom && part.range.flagCounts.spam >= PASSED_OVER_MIN;
    const parts = async () => tiles(await readIndexPage(table, endpointId, part.page), part.after, part.end);
    yield* rangesIn(mayPassOver ? await parts() : [part]);
  }
}

/** The ranges before a place that may have spam, oldest first: by the index, or because it does not count them yet. */
export async function* rangesWithSpam(
  table: TableAccess,
  endpointId: string,
  place: string,
): AsyncGenerator<IndexPart> {
  const head = await readHead(table, endpointId);
  const mayHave = ({ after, range, isProvisional }: IndexPart) =>
    after < place && (isProvisional || range?.flagCounts.spam !== 0);
  for (const { page, after, end } of indexPagesOf(head).filter(mayHave))
    yield* tiles(await readIndexPage(table, endpointId, page), after, end).filter(mayHave);
  yield* [...openParts(head), { after: lastOf(head), end: '' }].filter(mayHave);
}
