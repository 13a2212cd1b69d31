import * as z from 'zod/mini';
import { DELIVERY_STATES } from '../../contract/schemas/deliveries.ts';
import { CHANNEL_PREFIX, type ChannelName } from '../table/partitions.ts';
import { readStored } from '../table/stored.ts';
import type { Item } from '../table/table.ts';
import { together } from '../table/written.ts';
import type { DeliveryName } from './deliveryKeys.ts';

/** A delivery to a target, identified by ids only. */
export interface Delivery extends DeliveryName {
  endpointId: string;
  /** A submission, a digest or a disabled webhook (`sub_…`, `dig_…`, `off_…`). */
  about: string;
  event: string;
  /** Time of the event, in the contract's format. */
  createdAt: string;
  /** When its submission was confirmed or released, if that was long after it was sent; in the contract's format. */
  arrivedAt?: string | undefined;
  hops: number;
}

const Attempt = z.object({
  at: z.string(),
  /** Absent if the function died before recording the outcome. */
  durationMs: z.optional(z.number()),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  messageId: z.optional(z.string()),
});
export type Attempt = z.output<typeof Attempt>;

const StoredRecord = z.object({
  SK: z.string(),
  endpointId: z.string(),
  about: z.string(),
  event: z.string(),
  createdAt: z.string(),
  arrivedAt: z.optional(z.string()),
  hops: z.number(),
  state: z.enum(DELIVERY_STATES),
  /** Failed attempts since the delivery or its replay started. */
  failures: z.number(),
  attempts: z.array(Attempt),
  answer: z.optional(z.string()),
  reason: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  sentAt: z.optional(z.string()),
  failedAt: z.optional(z.string()),
  /** Set while an attempt is in progress: the claimant, the start, and the end of the lease (ms since 1970). */
  claim: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  leaseUntil: z.optional(z.number()),
});
type StoredRecord = z.output<typeof StoredRecord>;

/** Attributes that a replay writes or checks. */
export const RESTARTED_ATTRIBUTES = [
  'state',
  'failures',
  'reason',
  'nextAttemptAt',
  'sentAt',
  'failedAt',
  'claim',
  'startedAt',
  'leaseUntil',
  'ttl',
] as const;
/** Attributes that an attempt and its outcome write. */
export const ATTEMPT_ATTRIBUTES = /* @__PURE__ */ together(RESTARTED_ATTRIBUTES, ['attempts', 'answer']);
/** Attributes that a failure without an attempt writes. */
export const FAILURE_ATTRIBUTES = [
  'endpointId',
  'about',
  'event',
  'createdAt',
  'hops',
  'failures',
  'attempts',
  'state',
  'failedAt',
  'reason',
  'leaseUntil',
  'nextAttemptAt',
  'ttl',
] as const;

export type DeliveryRecord = Delivery & Omit<StoredRecord, 'SK'>;

/** @throws ZodError when the item is not a delivery's record */
export function parseDelivery(channel: ChannelName, item: Item): DeliveryRecord {
  const { SK, ...record } = readStored(StoredRecord, item);
  return { channel, target: String(item.PK).slice(CHANNEL_PREFIX[channel].length), id: SK, ...record };
}
