import { expect, test } from '@jest/globals';
import { NO_FLAG_COUNTS } from '../../../../shared/pageIndex/flagCounts.ts';
import { rangeOf, type Segment } from '../../../../shared/pageIndex/segments.ts';
import { encodeSegments } from '../../../../shared/pageIndex/segmentText.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { CandidateRanges, type Scope } from '../../../../shared/search/ranges.ts';
import {
  FIRST_PLACE,
  indexPageKey,
  LAST_PLACE,
  placeAfterSortId,
  sortIdOf,
} from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const START_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
/** Six segments that end an hour apart: four on an index page, two open. All submissions are unread, none is spam. */
const ENDS = Array.from({ length: 6 }, (_, i) => sortIdOf(newId('submission', START_MS + i * HOUR_MS)));
const SEGMENTS = ENDS.map((end): Segment => ({ end, count: 2, flagCounts: { ...NO_FLAG_COUNTS, unread: 2 } }));
const [PAGE, OPEN] = [SEGMENTS.slice(0, 4), SEGMENTS.slice(4)];
const HEAD = { version: 1, pages: [rangeOf(PAGE, ENDS[3] ?? '')], lastPageSize: 4, open: OPEN };
const LATER_MS = START_MS + 100 * HOUR_MS;

const afterEnd = (segment: number): string => placeAfterSortId(ENDS[segment] ?? '');

/** The ranges of a search, each by the first and last of its segments; 6 is the tail. */
async function searched(scope: Partial<Scope>, { mergedMax = 1, nowMs = LATER_MS } = {}) {
  const table = new MemoryTable(new MemoryItems());
  await table.put({ ...indexPageKey(ENDPOINT_ID, 0), segments: encodeSegments(PAGE) }, {});
  const whole: Scope = { from: FIRST_PLACE, to: LAST_PLACE, flags: {}, order: 'oldest', ...scope };
  const places = [FIRST_PLACE, ...ENDS.map(placeAfterSortId), LAST_PLACE];
  const ranges: [number, number][] = [];
  for await (const { from, to } of new CandidateRanges(table, ENDPOINT_ID, {
    head: HEAD,
    scope: whole,
    mergedMax,
    nowMs,
  }))
    ranges.push([places.indexOf(from), places.indexOf(to) - 1]);
  return ranges;
}

const each = (...segments: number[]) => segments.map((segment) => [segment, segment]);

test('reads every segment and the tail, in the order of the search', async () => {
  expect(await searched({})).toEqual(each(0, 1, 2, 3, 4, 5, 6));
  expect(await searched({ order: 'newest' })).toEqual(each(6, 5, 4, 3, 2, 1, 0));
});

test('merges small neighbours, except the tail of unknown size', async () => {
  expect(await searched({}, { mergedMax: 6 })).toEqual([
    [0, 2],
    [3, 5],
    [6, 6],
  ]);
});

test('reads no segment outside the searched period', async () => {
  expect(await searched({ from: afterEnd(1), to: afterEnd(4) })).toEqual(each(2, 3, 4));
  expect(await searched({ to: afterEnd(0) })).toEqual(each(0));
  expect(await searched({ from: afterEnd(5) })).toEqual(each(6));
  expect(await searched({ from: afterEnd(2), to: afterEnd(2) })).toEqual([]);
});

test('reads only the tail if no counted submission has the flags', async () => {
  expect(await searched({ flags: { isRead: true } })).toEqual(each(6));
  expect(await searched({ flags: { isRead: false } })).toEqual(each(0, 1, 2, 3, 4, 5, 6));
});

test('does not trust counts of the last 40 seconds', async () => {
  const ofLastMs = START_MS + 5 * HOUR_MS;
  expect(await searched({ flags: { isSpam: true } }, { nowMs: ofLastMs + 40_000 })).toEqual(each(5, 6));
  expect(await searched({ flags: { isSpam: true } }, { nowMs: ofLastMs + 40_001 })).toEqual(each(6));
});
