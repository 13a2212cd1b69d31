import { describe, expect, test } from '@jest/globals';
import { type Entry, NO_FLAG_COUNTS } from '../../../../shared/pageIndex/flagCounts.ts';
import { type Segment, segmentOf } from '../../../../shared/pageIndex/segments.ts';
import {
  decodeEntries,
  decodeReasons,
  decodeSegments,
  encodeEntries,
  encodeReasons,
  encodeSegments,
} from '../../../../shared/pageIndex/segmentText.ts';

const SORT_ID = '01KGTF63KBHY';
const NEXT_DAY = '01KGX0000000';

const entry = (sortId: string, flagCounts: Partial<Entry> = {}): Entry => ({
  sortId,
  isUnread: false,
  isSpam: false,
  ...flagCounts,
});

describe('a segment as text', () => {
  const reasons = { honeypot: 3, term: 40 };
  const segments: Segment[] = [
    { end: SORT_ID, count: 0, flagCounts: NO_FLAG_COUNTS },
    { end: SORT_ID, count: 50, flagCounts: { unread: 0, spam: 43, unreadSpam: 0, reasons }, isProvisional: true },
    segmentOf([entry(SORT_ID, { isUnread: true }), entry(NEXT_DAY, { isSpam: true, reason: 'learned' })], NEXT_DAY),
  ];

  test.each(segments.map((segment) => [encodeSegments([segment]), segment] as const))(
    '%s is read back',
    (text, segment) => {
      expect(decodeSegments(text)).toEqual([segment]);
    },
  );

  test('is separated from others; without segments the text is empty', () => {
    expect(decodeSegments(encodeSegments(segments))).toEqual(segments);
    expect(decodeSegments(encodeSegments([]))).toEqual([]);
  });
});

test('reasons and entries are read back', () => {
  const counts = { honeypot: 1, captcha_failed: 36, learned: 1_296, other: 2 };
  expect(decodeReasons(encodeReasons(counts))).toEqual(counts);
  expect(decodeReasons('')).toEqual({});
  const entries = [
    entry(SORT_ID, { isUnread: true }),
    entry(SORT_ID, { isSpam: true, reason: 'other' }),
    entry(NEXT_DAY),
  ];
  expect(decodeEntries(encodeEntries(entries))).toEqual(entries);
});
