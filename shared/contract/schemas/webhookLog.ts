import * as z from 'zod/mini';
import { ITEMS_PER_PAGE_MAX, REPLAYED_MAX } from '../limits.ts';
import { momentOf } from '../time.ts';
import { listOf, positiveInteger } from './common.ts';
import { SearchMetadata } from './search.ts';
import { DELIVERY_STATES, WebhookDelivery } from './webhook.ts';

/** The query of list-webhook-deliveries. */
export const DeliveriesQuery = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  limit: positiveInteger(ITEMS_PER_PAGE_MAX, ITEMS_PER_PAGE_MAX),
  cursor: z.optional(z.string()),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

export const WebhookDeliveryList = z.object({ _metadata: SearchMetadata, deliveries: z.array(WebhookDelivery) });
export type WebhookDeliveryList = z.output<typeof WebhookDeliveryList>;

/** A date or moment, as milliseconds since 1970. */
const moment = z.pipe(
  z
    .string()
    .check(z.refine((text) => momentOf(text) !== undefined, 'must be a date such as 2026-11-22, or a time in UTC')),
  z.transform((text) => momentOf(text) as number),
);

/** The body of replay-webhook-deliveries: ids, or the time of events whose delivery failed. */
export const ReplayRequest = z
  .object({
    ids: z.optional(listOf(z.string(), 1, REPLAYED_MAX, 'ids')),
    failedAfter: z.optional(moment),
    failedBefore: z.optional(moment),
    cursor: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ ids, failedAfter }) => (ids === undefined) !== (failedAfter === undefined),
      'must have either ids or failedAfter',
    ),
  );
export type ReplayRequest = z.output<typeof ReplayRequest>;

export const ReplayResult = z.object({ id: z.string(), status: z.enum(['replayed', 'inProgress', 'notFound']) });
export type ReplayResult = z.output<typeof ReplayResult>;

export const Replayed = z.object({ _metadata: SearchMetadata, results: z.array(ReplayResult) });
export type Replayed = z.output<typeof Replayed>;
