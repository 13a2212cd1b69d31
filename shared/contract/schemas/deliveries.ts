import * as z from 'zod/mini';

/** `skipped` deliveries were not sent: the webhook or endpoint was switched off, or the submission deleted, before. */
export const DELIVERY_STATES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const Delivery = z.object({
  recipient: z.string(),
  state: z.enum(['sending', 'sent', 'failed']),
  inDigest: z.boolean(),
  sentAt: z.optional(z.string()),
  failedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type Delivery = z.output<typeof Delivery>;

export const DeliveryList = z.object({
  deliveries: z.array(Delivery),
  webhooksSkippedReason: z.optional(z.enum(['tooManyHops'])),
});
export type DeliveryList = z.output<typeof DeliveryList>;
