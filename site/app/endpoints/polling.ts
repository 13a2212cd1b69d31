import { isRefused } from '../api/client.ts';
import { allows, session } from '../session/session.ts';
import type { Listing } from '../submissions/listing.ts';
import { readTotals } from '../submissions/totals.ts';
import { endpointsFailure, readEndpoints } from './endpoints.ts';

/** The first and the longest polling interval. */
const INTERVAL_MIN_MS = 3_000;
const INTERVAL_MAX_MS = 30_000;
/** Factor by which the interval grows after each poll without news. */
const BACK_OFF = 1.5;

let current: Listing | undefined;
let intervalMs = INTERVAL_MIN_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets the visible listing. */
export function watchListing(listing: Listing | undefined): void {
  if (listing === current) return;
  current = listing;
  lookSoon();
}

/** Polls at once, when something new is expected. */
export function lookSoon(): void {
  intervalMs = INTERVAL_MIN_MS;
  schedule(0);
}

/** Polls while the page is visible. */
export function startPolling(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookSoon();
    else clearTimeout(timer);
  });
  addEventListener('online', lookSoon);
  lookSoon();
}

function schedule(delayMs: number): void {
  clearTimeout(timer);
  if (document.visibilityState === 'visible') timer = setTimeout(look, delayMs);
}

async function look(): Promise<void> {
  if (session.peek() && allows('endpoints') && !isRefused.peek()) {
    const [found = 0] = await Promise.all([
      current?.readNew(),
      readTotals(),
      // Its first attempt may have failed.
      endpointsFailure.peek() && readEndpoints(),
    ]);
    intervalMs = found > 0 ? INTERVAL_MIN_MS : Math.min(intervalMs * BACK_OFF, INTERVAL_MAX_MS);
  }
  schedule(intervalMs);
}
