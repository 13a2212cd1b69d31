import type { Pacing } from '../../../engine.ts';
import type { InvocationTime } from '../../../invocation.ts';
import { HANDOVER_MS } from '../../../timeoutsAndRetries.ts';
import { MAIL_DELIVERY_MS, SENDING_MS } from '../mailTiming.ts';
import type { Pacer } from './pacer.ts';

/** Starts mails for a few seconds at SES's rate; one endpoint gets at most one second's worth. */
export function mailPacing({ startedAt, remainingMs }: InvocationTime, pacer: Pacer): Pacing {
  const until = startedAt + SENDING_MS;
  const isTime = () => Date.now() <= until && remainingMs() > MAIL_DELIVERY_MS + HANDOVER_MS;
  return {
    until,
    perTargetMax: pacer.perSecond,
    mayStart: async () => isTime() && (await pacer.slot(until)) && isTime(),
  };
}
