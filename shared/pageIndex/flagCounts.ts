import { kindOfReason, type SpamReasonKind } from '../contract/schemas/submissions/spamReasons.ts';
import { sortIdOf, submissionIdOf, timeOfSortId } from '../storage/table/itemKeys.ts';
import type { Item } from '../storage/table/table.ts';

export interface Entry {
  sortId: string;
  isUnread: boolean;
  isSpam: boolean;
  /** The service's reason for classifying it as spam; undefined if it did not, or if a person decided. */
  reason?: SpamReasonKind | undefined;
}

export const ENTRY_ATTRIBUTES = ['isRead', 'isSpam', 'spamReason'] as const;

export function entryOf({ SK, isRead, isSpam, spamReason }: Item): Entry {
  const entry = {
    sortId: sortIdOf(submissionIdOf({ SK: String(SK) })),
    isUnread: isRead !== true,
    isSpam: isSpam === true,
  };
  return entry.isSpam && typeof spamReason === 'string' ? { ...entry, reason: kindOfReason(spamReason) } : entry;
}

/** Flag counts of a set of submissions. Unread includes spam. */
export interface FlagCounts {
  unread: number;
  spam: number;
  unreadSpam: number;
  reasons: Reasons;
}
export type Reasons = Partial<Record<SpamReasonKind, number>>;

export const NO_FLAG_COUNTS: FlagCounts = { unread: 0, spam: 0, unreadSpam: 0, reasons: {} };

const flagCountsOfOne = ({ isUnread, isSpam, reason }: Entry): FlagCounts => ({
  unread: Number(isUnread),
  spam: Number(isSpam),
  unreadSpam: Number(isUnread && isSpam),
  reasons: reason === undefined ? {} : { [reason]: 1 },
});

export const flagCountsOf = (entries: readonly Entry[]): FlagCounts => sumOfFlagCounts(entries.map(flagCountsOfOne));

export function sumOfFlagCounts(parts: readonly FlagCounts[]): FlagCounts {
  const sum = { ...NO_FLAG_COUNTS, reasons: {} as Reasons };
  for (const { unread, spam, unreadSpam, reasons } of parts) {
    sum.unread += unread;
    sum.spam += spam;
    sum.unreadSpam += unreadSpam;
    for (const [reason, count] of Object.entries(reasons) as [SpamReasonKind, number][]) {
      sum.reasons[reason] = (sum.reasons[reason] ?? 0) + count;
    }
  }
  return sum;
}

/** Counts of one UTC day, numbered in days since 1970. */
export interface DayCount {
  day: number;
  count: number;
  spam: number;
}

const DAY_MS = 86_400_000;

/** Converts between a time (milliseconds since 1970) and its UTC day (days since 1970). */
export const dayOfTime = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
export const timeOfDay = (day: number): number => day * DAY_MS;

export const dayOf = (sortId: string): number => dayOfTime(timeOfSortId(sortId));

export function daysOf(entries: readonly Entry[]): DayCount[] {
  const days = new Map<number, DayCount>();
  for (const { sortId, isSpam } of entries) {
    const day = dayOf(sortId);
    const { count, spam } = days.get(day) ?? { count: 0, spam: 0 };
    days.set(day, { day, count: count + 1, spam: spam + Number(isSpam) });
  }
  return [...days.values()];
}
