import { computed, signal } from '@preact/signals';
import type { EndpointTotals } from '../../../shared/contract/schemas/statistics.ts';
import { call } from '../api/client.ts';
import { RequestFailed } from '../api/requestFailed.ts';
import type { Flags } from './filter.ts';

/** The number of endpoints whose totals are polled, in ten requests. */
const PAGE_SIZE = 100;
const PAGES_MAX = 10;

const totals = signal<ReadonlyMap<string, EndpointTotals>>(new Map());

/** An endpoint's totals, as far as they are known. */
export const totalsOf = (endpointId: string): EndpointTotals | undefined => totals.value.get(endpointId);

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
  try {
    for (let page = 1, totalPages = 1; page <= Math.min(totalPages, PAGES_MAX); page++) {
      const response = await call('listStatistics', { query: { page, limit: PAGE_SIZE } });
      for (const each of response.statistics) fresh.set(each.endpointId, each);
      totalPages = response._metadata.totalPages;
    }
    totals.value = fresh;
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
  if (isSpam) into.spam += by;
  if (!isRead) into.unread += by;
  if (isSpam && !isRead) into.unreadSpam += by;
}
