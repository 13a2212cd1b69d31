import * as z from 'zod/mini';
import { CHANNELS } from '../storage/partitions.ts';
import { DeliveryEvent } from './events.ts';

const Count = z.int().check(z.nonnegative());

/** Ids of a target's deliveries, both ends included: those among them that are pending and due are made. */
const Serve = z.object({ target: z.string(), from: z.string(), to: z.string() });
export type Serve = z.output<typeof Serve>;

/** The success of an attempt that could not be recorded when it happened. */
const Sent = z.object({
  target: z.string(),
  id: z.string(),
  claim: z.string(),
  startedAt: z.string(),
  durationMs: z.optional(z.number()),
  messageId: z.optional(z.string()),
});
export type Sent = z.output<typeof Sent>;

/**
 * A message of the queues: a target that has work, events to plan, or a success to record. It contains nothing of what was
 * submitted. What is pending, and whether it is due, only the table says.
 */
export const DeliveryMessage = z.object({
  channel: z.enum(CHANNELS),
  endpointId: z.string(),
  /** The queue's message group. */
  group: z.string(),
  /** Failed attempts to handle it, because the table could not be reached. */
  tries: Count,
  serve: z.optional(Serve),
  plan: z.optional(z.array(DeliveryEvent)),
  sent: z.optional(Sent),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;
