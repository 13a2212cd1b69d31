import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { HOPS_MAX } from '../contract/limits.ts';
import { isoTimeOf } from '../contract/time.ts';
import { isWebhookDeliveryId, webhookDeliveryKey } from '../storage/deliveries/deliveryKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';

/** The part of a delivery's record that tells its hops. */
export const HopsRecord = z.object({
  hops: z.number(),
  attempts: z.array(z.object({ at: z.string() })),
  leaseUntil: z.optional(z.number()),
});

/** A delivery counts while it is under way, and this long after its last attempt, for programs that pass events on. */
const COUNTED_MS = 15 * 60_000;

/**
 * Number of webhook deliveries that led to a request, at most `HOPS_MAX`, by the delivery that its header names
 * (`hopsHeader`). Only its receiver knows both ids; any other header counts as none.
 */
export async function hopsOf(header: string | undefined, table: Pick<TableAccess, 'get'>): Promise<number> {
  const [, webhookId = '', id = ''] = /^\d; (\w+)\/(\w+)$/.exec(header ?? '') ?? [];
  if (!isId('webhook', webhookId) || !isWebhookDeliveryId(id)) return 0;
  const item = await table.get(webhookDeliveryKey(webhookId, id), Object.keys(HopsRecord.shape));
  const { data } = HopsRecord.safeParse(item);
  const { hops = 0, attempts = [], leaseUntil = 0 } = data ?? {};
  const last = attempts.at(-1);
  const endsAt = Math.max(leaseUntil, last ? Date.parse(isoTimeOf(last.at)) + COUNTED_MS : 0);
  return endsAt > Date.now() ? Math.min(hops + 1, HOPS_MAX) : 0;
}
