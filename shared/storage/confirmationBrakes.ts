import * as z from 'zod/mini';
import type { BrakeScope } from '../contract/schemas/confirmation.ts';

/** Shares of bounces and complaints at which Amazon SES reviews an account. */
export const SHARES_MAX = { bounced: 0.05, complained: 0.001 } as const;
export type Returned = keyof typeof SHARES_MAX;
const RETURNED = Object.keys(SHARES_MAX) as Returned[];

const Count = z._default(z.number(), 0);
/** Confirmations that were sent in an hour, and those that were returned in it. */
export const HourCounts = z.object({ sent: Count, bounced: Count, complained: Count });
export type HourCounts = z.output<typeof HourCounts>;
export type CountsByHour = Readonly<Record<string, HourCounts>>;

/**
 * Below these numbers, a share means nothing. They are also the most that one network contributes to all others, one
 * endpoint to its workspace, and one workspace to the service: a brake takes two networks, two endpoints, or three
 * workspaces.
 */
const RETURNED_MIN: Readonly<Record<BrakeScope | 'network', Readonly<Record<Returned, number>>>> = {
  network: { bounced: 4, complained: 1 },
  endpoint: { bounced: 5, complained: 2 },
  workspace: { bounced: 10, complained: 4 },
  service: { bounced: 30, complained: 12 },
};

const HOUR_MS = 3_600_000;
/** Hours over which shares are computed, the current one included: no brake outlasts a submission that came after it. */
const HOURS = 24;

export const hourOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
/** The hours whose counts matter at a time: the first and the last. */
export const countedHours = (nowMs: number): [from: string, to: string] => [
  hourOf(nowMs - (HOURS - 1) * HOUR_MS),
  hourOf(nowMs),
];

/** Counts one more, and drops hours that no longer matter. */
export function withCounted(counts: CountsByHour, name: keyof HourCounts, nowMs: number): CountsByHour {
  const [from, now] = countedHours(nowMs);
  const recent = Object.entries(counts).filter(([hour]) => hour >= from);
  const current = counts[now] ?? { sent: 0, bounced: 0, complained: 0 };
  return { ...Object.fromEntries(recent), [now]: { ...current, [name]: current[name] + 1 } };
}

export const totalOf = (counts: CountsByHour, name: keyof HourCounts, nowMs: number): number => {
  const [from] = countedHours(nowMs);
  return Object.entries(counts).reduce((sum, [hour, each]) => sum + (hour >= from ? each[name] : 0), 0);
};

export const isClean = (counts: CountsByHour, nowMs: number): boolean =>
  RETURNED.every((how) => totalOf(counts, how, nowMs) === 0);

/** Whether one more returned confirmation of a scope also counts in the scope around it. */
export const contributes = (counts: CountsByHour, how: Returned, nowMs: number): boolean =>
  totalOf(counts, how, nowMs) < RETURNED_MIN.endpoint[how];

/** The end of a brake, in milliseconds since 1970: when fewer than the minimum are left. Undefined for none. */
export function brakeOf(
  scope: keyof typeof RETURNED_MIN,
  counts: CountsByHour,
  nowMs: number,
  sent = totalOf(counts, 'sent', nowMs),
): number | undefined {
  const ends = RETURNED.flatMap((how) => {
    const min = RETURNED_MIN[scope][how];
    let left = totalOf(counts, how, nowMs);
    if (left < min || left < SHARES_MAX[how] * sent) return [];
    for (const hour of Object.keys(counts).sort()) {
      if (hour >= countedHours(nowMs)[0]) left -= counts[hour]?.[how] ?? 0;
      if (left < min) return [Date.parse(`${hour}:00:00Z`) + HOURS * HOUR_MS];
    }
    return [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The counts of the service: those of all workspaces, of which each contributes only so many returned ones. */
export function spreadOver(workspaces: Iterable<CountsByHour>): CountsByHour {
  const sum: Record<string, HourCounts> = {};
  for (const counts of workspaces) {
    const left = { sent: Number.POSITIVE_INFINITY, ...RETURNED_MIN.workspace };
    for (const hour of Object.keys(counts).sort().reverse()) {
      const total = sum[hour] ?? { sent: 0, bounced: 0, complained: 0 };
      sum[hour] = total;
      for (const name of ['sent', ...RETURNED] as const) {
        const added = Math.min(counts[hour]?.[name] ?? 0, left[name]);
        left[name] -= added;
        total[name] += added;
      }
    }
  }
  return sum;
}
