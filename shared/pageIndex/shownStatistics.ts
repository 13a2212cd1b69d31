import { SPAM_REASONS } from '../contract/schemas/submissions/spamReasons.ts';
import type { EndpointStatistics, EndpointTotals, FilterPause } from '../contract/schemas/submissions/statistics.ts';
import { formatTime } from '../contract/time.ts';
import { dayOfTime, timeOfDay } from './flagCounts.ts';
import type { Totals } from './statistics.ts';
import type { EndpointCounts } from './statisticsReader.ts';

export const shownTotals = (
  endpointId: string,
  { submissions, flagCounts: { unread, unreadSpam, spam }, lastSubmissionAt }: Totals,
): Omit<EndpointTotals, 'mailsFailed'> => ({
  endpointId,
  submissions,
  unread,
  unreadSpam,
  spam,
  ...(lastSubmissionAt !== undefined && { lastSubmissionAt: formatTime(new Date(lastSubmissionAt)) }),
});

export const dateOfDay = (day: number): string => new Date(timeOfDay(day)).toISOString().slice(0, 10);

/** The first of a number of days that end with the given time (milliseconds since 1970). */
export const firstOfDays = (days: number, nowMs: number): number => dayOfTime(nowMs) - days + 1;

interface FilterCounts {
  corrected: number | undefined;
  filterPause: FilterPause | undefined;
  placesTaken?: number | undefined;
  /** Numbers of submissions removed by age, by date. */
  removed?: ReadonlyMap<string, number>;
}

export function shownStatistics(
  endpointId: string,
  {
    totals,
    days: counted,
    mails,
    corrected,
    filterPause,
    placesTaken,
    removed = new Map(),
  }: EndpointCounts & FilterCounts,
  { fromDay, days }: { fromDay: number; days: number },
): EndpointStatistics {
  const byDay = new Map(counted.map((day) => [day.day, day]));
  const commonest = SPAM_REASONS.map((reason) => ({ reason, submissions: totals.flagCounts.reasons[reason] ?? 0 }))
    .filter(({ submissions }) => submissions > 0)
    .sort((a, b) => b.submissions - a.submissions);
  return {
    ...shownTotals(endpointId, totals),
    days: Array.from({ length: days }, (_, i) => {
      const { count = 0, spam = 0 } = byDay.get(fromDay + i) ?? {};
      const date = dateOfDay(fromDay + i);
      return { date, submissions: count, spam, ...(removed.has(date) && { removed: removed.get(date) }) };
    }),
    spamReasons: { commonest, ...(corrected !== undefined && { corrected }) },
    ...(filterPause && { filterPause }),
    ...(placesTaken !== undefined && { placesTaken }),
    mails: mails ?? { sent: 0, failed: 0, inDigests: 0 },
  };
}
