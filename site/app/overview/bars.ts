import type { EndpointStatistics } from '../../../shared/contract/schemas/submissions/statistics.ts';

/** A bar: a day, or a week that starts on `date`. */
export interface Bar {
  /** `2026-11-22`, in UTC. */
  date: string;
  wanted: number;
  spam: number;
}

/** Longer periods are shown by week: daily bars would be too thin. */
const DAYS_SHOWN_MAX = 92;
const WEEK_DAYS = 7;

/** The bars of a chart, oldest first. Weeks end with the last day. */
export function barsOf(days: EndpointStatistics['days']): Bar[] {
  const sorted = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const size = sorted.length > DAYS_SHOWN_MAX ? WEEK_DAYS : 1;
  const bars: Bar[] = [];
  for (let end = sorted.length; end > 0; end -= size) {
    const [first, ...rest] = sorted.slice(Math.max(0, end - size), end);
    if (!first) break;
    const spam = [first, ...rest].reduce((sum, day) => sum + day.spam, 0);
    const all = [first, ...rest].reduce((sum, day) => sum + day.submissions, 0);
    bars.unshift({ date: first.date, wanted: all - spam, spam });
  }
  return bars;
}

/** The chart's upper bound: a round number whose half is whole: 2, 4, 10, 20, 40, 100 and so on. */
export function scaleOf(bars: readonly Bar[]): number {
  const highest = Math.max(1, ...bars.map(({ wanted, spam }) => wanted + spam));
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 10].find((step) => step * unit >= highest);
    if (top !== undefined) return top * unit;
  }
}
