import * as z from 'zod/mini';
import type { BrakeScope } from '../../contract/schemas/confirmations/confirmation.ts';

/** Shares of bounces and complaints at which Amazon SES reviews an account. */
export const SHARES_MAX = { bounced: 0.05, complained: 0.001 } as const;
export type Returned = keyof typeof SHARES_MAX;
const RETURNED = Object.keys(SHARES_MAX) as Returned[];

const Count = z._default(z.number(), 0);
/** Confirmations that were sent in an hour, and those that were returned in it. */
export const HourCounts = z.object({ sent: Count, bounced: Count, complained: Count });
export type HourCounts = z.output<typeof HourCounts>;
export type CountsByHour = Readonly<Record<string, HourCounts>>;
/** Attributes of a workspace's hour: how many of its returned ones also count for the service. */
export const SPREAD = { bounced: 'spreadBounced', complained: 'spreadComplained' } as const;
/** A workspace's or the service's counts of an hour; those of the service spread no further. */
export const SharedHourCounts = z.extend(HourCounts, { spreadBounced: Count, spreadComplained: Count });

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
/** The hours whose counts matter at a time, oldest first. */
export const countedHours = (nowMs: number): string[] =>
  Array.from({ length: HOURS }, (_, i) => hourOf(nowMs - (HOURS - 1 - i) * HOUR_MS));
const firstHour = (nowMs: number): string => hourOf(nowMs - (HOURS - 1) * HOUR_MS);

/** Counts one more, and drops hours that no longer matter. */
export function withCounted(counts: CountsByHour, name: keyof HourCounts, nowMs: number): CountsByHour {
  const [from, now] = [firstHour(nowMs), hourOf(nowMs)];
  const recent = Object.entries(counts).filter(([hour]) => hour >= from);
  const current = counts[now] ?? { sent: 0, bounced: 0, complained: 0 };
  return { ...Object.fromEntries(recent), [now]: { ...current, [name]: current[name] + 1 } };
}

export const totalOf = (counts: CountsByHour, name: keyof HourCounts, nowMs: number): number => {
  const from = firstHour(nowMs);
  return Object.entries(counts).reduce((sum, [hour, each]) => sum + (hour >= from ? each[name] : 0), 0);
};

export const isClean = (counts: CountsByHour, nowMs: number): boolean =>
  RETURNED.every((how) => totalOf(counts, how, nowMs) === 0);

/** True if one more returned confirmation of a scope also counts in the scope around it. */
export const contributes = (
  scope: 'endpoint' | 'workspace',
  counts: CountsByHour,
  how: Returned,
  nowMs: number,
): boolean => totalOf(counts, how, nowMs) < RETURNED_MIN[scope][how];

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
      if (hour >= firstHour(nowMs)) left -= counts[hour]?.[how] ?? 0;
      if (left < min) return [Date.parse(`${hour}:00:00Z`) + HOURS * HOUR_MS];
    }
    return [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}
