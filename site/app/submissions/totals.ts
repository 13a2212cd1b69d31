import { batch, computed, signal } from '@preact/signals';
import type { EndpointTotals } from '../../../shared/contract/schemas/submissions/statistics.ts';
import { call } from '../api/client.ts';
import { RequestFailed } from '../api/requestFailed.ts';
import type { Flags } from './filter.ts';

/** The number of endpoints whose totals are polled, in ten requests. */
const PAGE_SIZE = 100;
const PAGES_MAX = 10;

const totals = signal<ReadonlyMap<string, EndpointTotals>>(new Map());

/** Statistics follow a deletion within this time. */
const FOLLOWS_WITHIN_MS = 10_000;

interface Leaving extends Required<Flags> {
  endpointId: string;
  /** Time from which statistics no longer count it. */
  until: number;
}

/** Submissions that are being deleted, or were a moment ago: not counted any more. */
const leaving = signal<ReadonlyMap<string, Leaving>>(new Map());

/** An endpoint's totals, as far as they are known. */
export function totalsOf(endpointId: string): EndpointTotals | undefined {
  const known = totals.value.get(endpointId);
  if (!known || leaving.value.size === 0) return known;
  const now = { ...known };
  for (const each of leaving.value.values()) {
    if (each.endpointId !== endpointId) continue;
    // Statistics may have followed already.
    now.submissions = Math.max(0, now.submissions - 1);
    count(now, each, -1);
  }
  return now;
}

/** Leaves submissions out of the totals until `noteStaying`, or until statistics follow `noteDeleted`. */
export function noteLeaving(endpointId: string, targets: readonly ({ id: string } & Required<Flags>)[]): void {
  const added = targets.map(
    (target) => [target.id, { ...target, endpointId, until: Number.POSITIVE_INFINITY }] as const,
  );
  leaving.value = new Map([...leaving.peek(), ...added]);
}

export function noteDeleted(ids: readonly string[]): void {
  const until = Date.now() + FOLLOWS_WITHIN_MS;
  const now = new Map(leaving.peek());
  for (const id of ids) {
    const each = now.get(id);
    if (each) now.set(id, { ...each, until });
  }
  leaving.value = now;
}

export const noteStaying = (ids: ReadonlySet<string>): void => {
  leaving.value = new Map([...leaving.peek()].filter(([id]) => !ids.has(id)));
};

/** Unread submissions that are not spam. */
export function unreadOf(endpointId: string): number {
  const known = totalsOf(endpointId);
  return known ? known.unread - known.unreadSpam : 0;
}

/** Unread submissions of all endpoints. */
export const unreadInAll = computed(() => [...totals.value.keys()].reduce((sum, id) => sum + unreadOf(id), 0));

/** The share of an endpoint's submissions that was examined, from 0 to 1. */
export const shareOf = (endpointId: string, examined: number): number =>
  Math.min(1, examined / Math.max(1, totalsOf(endpointId)?.submissions ?? examined));

let reading: Promise<void> | undefined;

/** Reads the totals of all endpoints, once for concurrent callers; on failure the previous ones stay. */
export function readTotals(): Promise<void> {
  reading ??= readAll().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readAll(): Promise<void> {
  const fresh = new Map<string, EndpointTotals>();
  const startedAt = Date.now();
  try {
    for (let page = 1, totalPages = 1; page <= Math.min(totalPages, PAGES_MAX); page++) {
      const response = await call('listStatistics', { query: { page, limit: PAGE_SIZE } });
      for (const each of response.statistics) fresh.set(each.endpointId, each);
      totalPages = response._metadata.totalPages;
    }
    batch(() => {
      totals.value = fresh;
      leaving.value = new Map([...leaving.peek()].filter(([, { until }]) => until > startedAt));
    });
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
  }
}

/** Adjusts the totals at once; the statistics follow within seconds. */
export function noteFlags(endpointId: string, targets: readonly Required<Flags>[], flags: Flags): void {
  const known = totals.peek().get(endpointId);
  if (!known) return;
  const now = { ...known };
  for (const target of targets) {
    count(now, target, -1);
    count(now, { ...target, ...flags }, 1);
  }
  totals.value = new Map(totals.peek()).set(endpointId, now);
}

function count(into: EndpointTotals, { isRead, isSpam }: Required<Flags>, by: 1 | -1): void {
  const counted = { spam: isSpam, unread: !isRead, unreadSpam: isSpam && !isRead };
  for (const name of ['spam', 'unread', 'unreadSpam'] as const)
    if (counted[name]) into[name] = Math.max(0, into[name] + by);
}
