import * as z from 'zod/mini';
import { CHANNELS } from '../storage/table/partitions.ts';
import { DeliveryEvent } from './events.ts';

const Count = z.int().check(z.nonnegative());

/** A range of a target's delivery ids, both ends included, whose pending and due deliveries are attempted. */
const Serve = z.object({ target: z.string(), from: z.string(), to: z.string() });
export type Serve = z.output<typeof Serve>;

/** The success of an attempt that could not be recorded at the time. */
const Sent = z.object({
  target: z.string(),
  id: z.string(),
  claim: z.string(),
  startedAt: z.string(),
  durationMs: z.optional(z.number()),
  messageId: z.optional(z.string()),
});
export type UnrecordedSuccess = z.output<typeof Sent>;

/**
 * A queue message: a target with work, events to plan, or a success to record. It contains no submitted data. Only the
 * table knows what is pending and due.
 */
export const DeliveryMessage = z.object({
  channel: z.enum(CHANNELS),
  endpointId: z.string(),
  group: z.string(),
  /** Failed attempts to process it, because the table was unreachable. */
  tries: Count,
  /** Since when its deliveries could not be claimed, in milliseconds since 1970. */
  unclaimedSince: z.optional(z.number()),
  serve: z.optional(Serve),
  plan: z.optional(z.array(DeliveryEvent)),
  sent: z.optional(Sent),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;
