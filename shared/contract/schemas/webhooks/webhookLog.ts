import * as z from 'zod/mini';
import { REPLAYED_MAX } from '../../limits.ts';
import { CursorQuery, listOf } from '../common.ts';
import { DELIVERY_STATES } from '../deliveries.ts';
import { Moment } from '../moment.ts';
import { SearchMetadata } from '../submissions/search.ts';
import { WebhookDelivery } from './webhook.ts';

export const DeliveriesQuery = z.object({ state: z.optional(z.enum(DELIVERY_STATES)), ...CursorQuery.shape });
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

export const WebhookDeliveryList = z.object({ _metadata: SearchMetadata, deliveries: z.array(WebhookDelivery) });
export type WebhookDeliveryList = z.output<typeof WebhookDeliveryList>;

export const ReplayNamed = z.object({ ids: listOf(z.string(), 1, REPLAYED_MAX, 'ids') });

export const ReplayFailed = z.object({
  failedAfter: Moment,
  failedBefore: z.optional(Moment),
  cursor: z.optional(z.string()),
});

/** The body of replay-webhook-deliveries: one of the two. */
export const ReplayRequest = z
  .extend(z.partial(ReplayNamed), z.partial(ReplayFailed).shape)
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
