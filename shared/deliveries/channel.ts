import type { Lane } from '../storage/deliveries/dueMessages.ts';
import type { Attempt, Delivery, DeliveryRecord } from '../storage/deliveries/storedDelivery.ts';
import type { ChannelName } from '../storage/table/partitions.ts';
import type { Item } from '../storage/table/table.ts';
import type { ChannelEvents, DeliveryEvent } from './events.ts';

/** Holds a delivery with a pending record back, with a message for later. Repeatable. @throws StorageUnavailable */
export type Hold = () => Promise<void>;

export type SendResult =
  | { state: 'sent'; attempt: Omit<Attempt, 'at'>; answer?: string | undefined }
  /** Never to be attempted. */
  | { state: 'skipped'; reason: string }
  /** Not attempted yet, because it is held back. */
  | { state: 'waiting'; reason: string; hold: Hold }
  | {
      state: 'failed';
      attempt: Omit<Attempt, 'at'>;
      answer?: string | undefined;
      /** For an operator, or the log. */
      reason: string;
      isFinal: boolean;
      /** True if the service failed, not the receiver or SES. */
      isOurs?: boolean;
      /** Seconds that the receiver asks to wait. */
      retryAfterS?: number | undefined;
    };

/**
 * A delivery with everything needed to send it. Its content is composed only when it is sent, so that a batch needs little memory.
 */
export interface Ready {
  delivery: Delivery;
  record?: DeliveryRecord;
  send: () => Promise<SendResult>;
}

/** The deliveries that follow from events of an endpoint. */
export interface Plan {
  /** Sent by the planning invocation, as far as time allows. */
  ready: Ready[];
  /** Left to the lanes. */
  queued: { lane: Lane; deliveries: Delivery[] }[];
  /** Deliveries to record as held back or left out, with the reason. If a record exists, handled like ready ones. */
  dismissed?: (Ready & { reason: string; hold?: Hold | undefined })[];
  /** Message group of the queues, so that no target delays another. */
  group: string;
}

export const NO_PLAN: Plan = { ready: [], queued: [], group: '' };

/** Recorded deliveries of a target, with its current settings. */
export interface Prepared {
  ready: Ready[];
  skipped: DeliveryRecord[];
  lane: Lane;
  group: string;
}

export type CountedOutcome = 'sent' | 'failed' | 'skipped';

export interface Planner extends ChannelEvents {
  name: ChannelName;
  /** Duration of a claim: longer than an attempt can take. */
  leaseMs: number;
  /** Waits after failed attempts, in milliseconds. The delivery fails with the attempt after the last one. */
  retryWaitsMs: readonly number[];
  needsOperator: boolean;
  atOncePerTarget: number;
  /** Recorded deliveries read at once, with everything needed to send them. */
  pageSize: number;
  /** The target's lane after a failed attempt. */
  failingLane: Lane;
  metricOf(outcome: CountedOutcome, delivery: Delivery): string;
  /** True if a pending delivery waits on purpose, or for a failing receiver, so that its age is no sign of trouble. */
  mayGrowOld?(lane: Lane, delivery: { reason?: string | undefined }): boolean;
  /**
   * Plans deliveries. Repeatable: the same event yields the same ids.
   * @param images stored submissions by id, as the stream delivered them
   * @throws StorageUnavailable
   */
  plan(endpointId: string, events: readonly DeliveryEvent[], images?: ReadonlyMap<string, Item>): Promise<Plan>;
}

/** A way to reach people or programs, without knowledge of claims and retries. */
export interface Channel extends Planner {
  /**
   * Reads everything needed to send.
   * @returns undefined if the target is gone
   */
  prepare(target: string, records: readonly DeliveryRecord[]): Promise<Prepared | undefined>;
}
