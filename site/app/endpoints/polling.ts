import { isRefused } from '../api/client.ts';
import { session } from '../session/session.ts';
import { listingOf } from '../submissions/listing.ts';
import { endpoints } from './endpoints.ts';

/** How soon the endpoint on the screen is asked for what is new, and how long at most while there is nothing. */
const INTERVAL_MIN_MS = 3_000;
const INTERVAL_MAX_MS = 30_000;
/** By how much each vain request delays the next. */
const BACK_OFF = 1.5;
/** Endpoints whose badges are kept up to date; further ones are read when they are opened. */
const BADGES_MAX = 50;

let current: string | undefined;
let intervalMs = INTERVAL_MIN_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;

/** Says which endpoint is on the screen. */
export function watchEndpoint(endpointId: string | undefined): void {
  if (endpointId === current) return;
  current = endpointId;
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
    const [found] = await Promise.all([current === undefined ? 0 : listingOf(current).readNew(), lookAtNext()]);
    intervalMs = found > 0 ? INTERVAL_MIN_MS : Math.min(intervalMs * BACK_OFF, INTERVAL_MAX_MS);
  }
  schedule(intervalMs);
}

/** One endpoint more that is not on the screen, in turn; those that nothing is known of come first. */
async function lookAtNext(): Promise<void> {
  const others = (endpoints.peek() ?? []).slice(0, BADGES_MAX).filter(({ id }) => id !== current);
  const unknown = others.filter(({ id }) => !listingOf(id).isLoaded.peek());
  for (const { id } of unknown) await listingOf(id).readNew();
  const next = others[turn++ % Math.max(1, others.length)];
  if (unknown.length === 0 && next) await listingOf(next.id).readNew();
}
