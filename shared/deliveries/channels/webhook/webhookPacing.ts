import type { Pacing } from '../../engine.ts';
import type { InvocationTime } from '../../invocation.ts';
import { HANDOVER_MS } from '../../timeoutsAndRetries.ts';
import { POSTING_MS, WEBHOOK_DELIVERY_MS } from './webhookTiming.ts';

/** Starts webhook requests while there is time to finish them. */
export function webhookPacing({ startedAt, remainingMs }: InvocationTime): Pacing {
  const until = startedAt + POSTING_MS;
  return {
    until,
    perTargetMax: Number.POSITIVE_INFINITY,
    mayStart: async () => Date.now() <= until && remainingMs() > WEBHOOK_DELIVERY_MS + HANDOVER_MS,
  };
}
