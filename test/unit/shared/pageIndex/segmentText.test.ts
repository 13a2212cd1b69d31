import { describe, expect, test } from '@jest/globals';
import { type Segment, segmentOf } from '../../../../shared/pageIndex/segments.ts';
import {
  decodeEntries,
  decodeReasons,
  decodeSegments,
  encodeEntries,
  encodeReasons,
  encodeSegments,
} from '../../../../shared/pageIndex/segmentText.ts';
import type { Entry } from '../../../../shared/pageIndex/states.ts';

const MARK = '01KGTF63KBHY';
const NEXT_DAY = '01KGX0000000';

const entry = (mark: string, states: Partial<Entry> = {}): Entry => ({
  mark,
  isUnread: false,
  isSpam: false,
  ...states,
});

describe('a segment as text', () => {
  const reasons = { honeypot: 3, term: 40 };
  const segments: Segment[] = [
    { end: MARK, count: 32 },
    { end: MARK, count: 32, isProvisional: true },
    { end: MARK, count: 0, states: { unread: 0, spam: 0, unreadSpam: 0, reasons: {} } },
    { end: MARK, count: 50, states: { unread: 0, spam: 43, unreadSpam: 0, reasons }, isProvisional: true },
    segmentOf([entry(MARK, { isUnread: true }), entry(NEXT_DAY, { isSpam: true, reason: 'learned' })], NEXT_DAY),
  ];

  test.each(segments.map((segment) => [encodeSegments([segment]), segment] as const))(
    '%s is read back',
    (text, segment) => {
      expect(decodeSegments(text)).toEqual([segment]);
    },
  );

  test('stands beside others, and none is an empty text', () => {
    expect(decodeSegments(encodeSegments(segments))).toEqual(segments);
    expect(decodeSegments(encodeSegments([]))).toEqual([]);
  });

  test('of an index from before states were counted has none', () => {
    expect(decodeSegments(`${MARK}w,${NEXT_DAY}w!`)).toEqual([
      { end: MARK, count: 32 },
      { end: NEXT_DAY, count: 32, isProvisional: true },
    ]);
  });
});

test('reasons and entries are read back', () => {
  const counts = { honeypot: 1, captcha_failed: 36, learned: 1_296, other: 2 };
  expect(decodeReasons(encodeReasons(counts))).toEqual(counts);
  expect(decodeReasons('')).toEqual({});
  const entries = [entry(MARK, { isUnread: true }), entry(MARK, { isSpam: true, reason: 'other' }), entry(NEXT_DAY)];
  expect(decodeEntries(encodeEntries(entries))).toEqual(entries);
});
