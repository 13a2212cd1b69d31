import { isRefused } from '../api/client.ts';
import { session } from '../session/session.ts';
import type { Listing } from '../submissions/listing.ts';
import { readTotals } from '../submissions/totals.ts';

/** How soon what is on the screen is asked for anew, and how long at most while nothing is new. */
const INTERVAL_MIN_MS = 3_000;
const INTERVAL_MAX_MS = 30_000;
/** By how much each vain request delays the next. */
const BACK_OFF = 1.5;

let current: Listing | undefined;
let intervalMs = INTERVAL_MIN_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says which list is on the screen. */
export function watchListing(listing: Listing | undefined): void {
  if (listing === current) return;
  current = listing;
  lookSoon();
}

/** Asks at once, for somebody expects something. */
export function lookSoon(): void {
  intervalMs = INTERVAL_MIN_MS;
  schedule(0);
}

/** Asks for what is new as long as the page is seen. */
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
  if (session.peek() && !isRefused.peek()) {
    const [found = 0] = await Promise.all([current?.readNew(), readTotals()]);
    intervalMs = found > 0 ? INTERVAL_MIN_MS : Math.min(intervalMs * BACK_OFF, INTERVAL_MAX_MS);
  }
  schedule(intervalMs);
}
