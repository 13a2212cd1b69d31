import type { Attempt, Delivery, DeliveryRecord } from '../storage/deliveryRecord.ts';
import type { ChannelName } from '../storage/partitions.ts';
import type { Item } from '../storage/table.ts';
import type { DeliveryEvent } from './events.ts';

/** The queues of deliveries. A webhook that failed lately has a lane of its own, so that no other waits for it. */
export const LANES = ['mail', 'webhook', 'failingWebhook'] as const;
export type Lane = (typeof LANES)[number];

/** The result of one attempt. */
export type SendResult =
  | { state: 'sent'; attempt: Omit<Attempt, 'at'>; answer?: string | undefined }
  | {
      state: 'failed';
      attempt: Omit<Attempt, 'at'>;
      answer?: string | undefined;
      /** For an operator, or the log. */
      reason: string;
      /** Whether later attempts would fail as well. */
      isFinal: boolean;
      /** Seconds that the receiver asks to wait. */
      retryAfterS?: number | undefined;
    };

/** A delivery with all that sending it takes. What it sends is composed when it is sent, so that a batch never holds many. */
export interface Ready {
  delivery: Delivery;
  /** Absent for a delivery that has no record yet. */
  record?: DeliveryRecord;
  send: () => Promise<SendResult>;
}

/** The deliveries that follow from events of an endpoint. */
export interface Plan {
  /** Sent by the invocation that planned them, as far as its time allows. */
  ready: Ready[];
  /** Left to the lanes. */
  queued: { lane: Lane; deliveries: Delivery[] }[];
  /** Message group of the queues: none of them can hold up another's deliveries. */
  group: string;
}

/** Recorded deliveries of a target, with the target as it is now. */
export interface Prepared {
  ready: Ready[];
  /** Those that are not made after all. */
  skipped: DeliveryRecord[];
  /** Where the target is served. */
  lane: Lane;
  group: string;
}

/** What a channel plans, and how its deliveries are made and retried. */
export interface Planner {
  name: ChannelName;
  /** How long an attempt holds its claim: longer than it can take. */
  leaseMs: number;
  /** Waits after failed attempts, in milliseconds. After the attempt that follows the last one a delivery has failed. */
  retryWaitsMs: readonly number[];
  /** Whether an operator has to look at failed deliveries. */
  needsOperator: boolean;
  /** Requests to one target at once, in one invocation. */
  atOncePerTarget: number;
  /** Recorded deliveries that are read at once, with what sending them takes. */
  pageSize: number;
  /** Where a target is served after a failed attempt. */
  failingLane: Lane;
  isAbout(event: DeliveryEvent): boolean;
  /**
   * Plans deliveries. It may be repeated: the same event leads to the same ids.
   * @param images stored submissions by their id, where the stream delivered them
   * @throws StorageUnavailable
   */
  plan(endpointId: string, events: readonly DeliveryEvent[], images?: ReadonlyMap<string, Item>): Promise<Plan>;
}

/** A way to reach people or programs. It knows nothing of claims, queues and retries. */
export interface Channel extends Planner {
  /** Reads what sending takes. @returns undefined if the target is gone */
  prepare(target: string, records: readonly DeliveryRecord[]): Promise<Prepared | undefined>;
}
