import { MINUTE_MS, type MinuteCounts } from '../../../../storage/counters/minuteCounts.ts';
import { placeAtTime, submittedAt } from '../../../../storage/table/itemKeys.ts';

const HOUR_MINUTES = 60;

export const minuteOf = (id: string): number => Math.floor(submittedAt(id) / MINUTE_MS);

/** Start of the hour before a submission, rounded down to a minute, since only whole minutes are counted. */
export const hourStartOf = (id: string): number => minuteOf(id) - HOUR_MINUTES;

/** The submissions of an endpoint that were read, and counts of older ones. */
export interface ReceivedSubmissions {
  /** Newest first; all from the minute `from` on. */
  ids: readonly string[];
  from: number;
  /** Counts of minutes before `from`, up to it. */
  older?: MinuteCounts | undefined;
}

/**
 * True if the number of submissions in the hour up to this one, itself included, is within the limit; undefined if too few
 * of them could be read to know.
 */
export function isWithin(id: string, received: ReceivedSubmissions, max: number): boolean | undefined {
  if (countOf(id, received) > max) return false;
  const { from, older } = received;
  const start = hourStartOf(id);
  const isKnown = from <= start || (older !== undefined && older.since <= start && from <= minuteOf(id));
  return isKnown || undefined;
}

/** Known submissions in the hour up to this one, itself included. */
function countOf(id: string, { ids, from, older }: ReceivedSubmissions): number {
  const start = hourStartOf(id);
  // Ids sort by time, which takes long to decode.
  const first = `sub_${placeAtTime((older ? Math.max(from, start) : start) * MINUTE_MS)}`;
  const near = ids.filter((each) => each >= first && each <= id).length;
  return near + countsFrom(older, start).reduce((sum, count) => sum + count, 0);
}

const countsFrom = (older: MinuteCounts | undefined, start: number): number[] =>
  older?.counts.slice(Math.max(0, start - older.since)) ?? [];

/**
 * The time since which more than `max` submissions are known (milliseconds since 1970); undefined if there are fewer.
 */
export function busySince({ ids, from, older }: ReceivedSubmissions, max: number): number | undefined {
  const times = (older ? ids.filter((id) => minuteOf(id) >= from) : ids).map(submittedAt);
  if (times.length > max) return times[max];
  if (!older) return undefined;
  const known = (i: number) => times.length + older.counts.slice(i).reduce((sum, count) => sum + count, 0);
  const i = older.counts.findLastIndex((_, minute) => known(minute) > max);
  return i < 0 ? undefined : (older.since + i) * MINUTE_MS;
}

/** Counts of the minutes from the hour before a submission up to `end`. */
export function countsUpTo(end: number, id: string, { ids, from, older }: ReceivedSubmissions): MinuteCounts {
  const since = Math.max(hourStartOf(id), Math.min(from, older?.since ?? from));
  const counts = Array.from({ length: Math.max(0, end - since) }, (_, i) =>
    since + i < from ? (older?.counts[since + i - older.since] ?? 0) : 0,
  );
  for (const minute of ids.map(minuteOf)) {
    const i = minute - since;
    if (minute >= from && counts[i] !== undefined) counts[i]++;
  }
  return { since, counts };
}
