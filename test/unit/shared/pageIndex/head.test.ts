import { expect, test } from '@jest/globals';
import { NO_FLAG_COUNTS } from '../../../../shared/pageIndex/flagCounts.ts';
import {
  endOfIndexPages,
  type Head,
  indexedCount,
  indexPageHolding,
  lastOf,
  NO_HEAD,
} from '../../../../shared/pageIndex/head.ts';

const range = (end: string, count: number) => ({ end, count, flagCounts: NO_FLAG_COUNTS });
const HEAD: Head = { ...NO_HEAD, pages: [range('B', 4), range('D', 3)], open: [range('E', 2)] };

test('an index ends with its last open segment, or else its last index page', () => {
  expect(endOfIndexPages(HEAD)).toBe('D');
  expect([HEAD, { ...HEAD, open: [] }, NO_HEAD].map(lastOf)).toEqual(['E', 'D', '']);
});

test('finds the index page of a position, counted from the newest', () => {
  expect(indexedCount(HEAD)).toBe(9);
  const pages = Array.from({ length: 10 }, (_, position) => indexPageHolding(HEAD, position));
  expect(pages).toEqual([undefined, undefined, 1, 1, 1, 0, 0, 0, 0, undefined]);
});
