import { SPAM_REASONS } from '../contract/schemas/submissions/spamReasons.ts';
import { SORT_ID_LENGTH } from '../storage/table/itemKeys.ts';
import { type DayCount, dayOf, type Entry, type FlagCounts, type Reasons } from './flagCounts.ts';
import type { Segment } from './segments.ts';

/**
 * Encodes segments and entries as text, because writes are billed per kB. A segment is its sort id and count; then
 * `.unread.spam.unreadSpam.reasons` without trailing empty parts; then `/daysBefore.count.spam` for each day if there are
 * several. About 18 bytes. Numbers are in base 36, zeros are omitted.
 */
const PROVISIONAL = '!';

const encodeNumber = (value: number): string => (value === 0 ? '' : value.toString(36));
function decodeNumber(text = ''): number {
  const value = text === '' ? 0 : Number.parseInt(text, 36);
  if (Number.isNaN(value)) throw new SyntaxError('not a number in base 36');
  return value;
}

export const encodeSegments = (segments: readonly Segment[]): string => segments.map(encodeSegment).join();

export const decodeSegments = (text: string): Segment[] => (text === '' ? [] : text.split(',').map(decodeSegment));

function encodeSegment({ end, count, flagCounts, days = [], isProvisional }: Segment): string {
  const ofDays = days.map(({ day, count, spam }) => {
    const numbers = [dayOf(end) - day, count, spam].map(encodeNumber);
    return `/${withoutEmptyEnd(numbers)}`;
  });
  return `${end}${count.toString(36)}${encodeFlagCounts(flagCounts)}${ofDays.join('')}${isProvisional ? PROVISIONAL : ''}`;
}

function decodeSegment(text: string): Segment {
  const end = text.slice(0, SORT_ID_LENGTH);
  const isProvisional = text.endsWith(PROVISIONAL);
  const [counted = '', ...days] = text
    .slice(SORT_ID_LENGTH, isProvisional ? -PROVISIONAL.length : undefined)
    .split('/');
  const [count, ...flagCounts] = counted.split('.');
  return {
    end,
    count: decodeNumber(count),
    flagCounts: decodeFlagCounts(flagCounts),
    ...(days.length > 0 && { days: days.map((day) => decodeDay(day, dayOf(end))) }),
    ...(isProvisional && { isProvisional }),
  };
}

const encodeFlagCounts = ({ unread, spam, unreadSpam, reasons }: FlagCounts): string =>
  `.${withoutEmptyEnd([...[unread, spam, unreadSpam].map(encodeNumber), encodeReasons(reasons)])}`;

const decodeFlagCounts = ([unread, spam, unreadSpam, reasons = '']: string[]): FlagCounts => ({
  unread: decodeNumber(unread),
  spam: decodeNumber(spam),
  unreadSpam: decodeNumber(unreadSpam),
  reasons: decodeReasons(reasons),
});

function decodeDay(text: string, lastDay: number): DayCount {
  const [daysBefore, count, spam] = text.split('.');
  return { day: lastDay - decodeNumber(daysBefore), count: decodeNumber(count), spam: decodeNumber(spam) };
}

function withoutEmptyEnd(numbers: string[]): string {
  const end = numbers.findLastIndex((text) => text !== '') + 1;
  return numbers.slice(0, end).join('.');
}

/**
 * A capital letter for each reason, since numbers contain none: `A3D1`. Stored texts depend on the order of
 * `SPAM_REASONS`.
 */
const LETTERS = SPAM_REASONS.map((_, i) => String.fromCharCode('A'.charCodeAt(0) + i));

export const encodeReasons = (reasons: Reasons): string =>
  SPAM_REASONS.map((reason, i) => (reasons[reason] ? `${LETTERS[i]}${encodeNumber(reasons[reason])}` : '')).join('');

export function decodeReasons(text: string): Reasons {
  const starts = SPAM_REASONS.flatMap((reason, i) => {
    const start = text.indexOf(LETTERS[i] as string);
    return start < 0 ? [] : [{ reason, start }];
  });
  return Object.fromEntries(
    starts.map(({ reason, start }, i) => [reason, decodeNumber(text.slice(start + 1, starts[i + 1]?.start))]),
  );
}

/** An entry is a sort id, a digit for its two flags, and the letter of its reason or `-`. */
const ENTRY_LENGTH = SORT_ID_LENGTH + 2;

export const encodeEntries = (entries: readonly Entry[]): string =>
  entries
    .map(({ sortId, isUnread, isSpam, reason }) => {
      const letter = reason === undefined ? '-' : LETTERS[SPAM_REASONS.indexOf(reason)];
      return `${sortId}${Number(isUnread) + 2 * Number(isSpam)}${letter}`;
    })
    .join('');

export const decodeEntries = (text: string): Entry[] =>
  Array.from({ length: text.length / ENTRY_LENGTH }, (_, i) => {
    const entry = text.slice(i * ENTRY_LENGTH, (i + 1) * ENTRY_LENGTH);
    const flags = Number(entry[SORT_ID_LENGTH]);
    const reason = SPAM_REASONS[LETTERS.indexOf(entry[SORT_ID_LENGTH + 1] as string)];
    return {
      sortId: entry.slice(0, SORT_ID_LENGTH),
      isUnread: flags % 2 === 1,
      isSpam: flags >= 2,
      ...(reason !== undefined && { reason }),
    };
  });
