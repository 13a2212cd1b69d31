import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { WEBHOOK_ATTEMPTS_KEPT_MAX } from '../contract/limits.ts';
import {
  DELIVERY_STATES,
  type DeliveryAttempt,
  DeliveryAttempt as DeliveryAttemptSchema,
  type DeliveryState,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
} from '../contract/schemas/webhook.ts';
import { hasValues, onlyIf, setAll } from './expressions.ts';
import { ConditionFailed, type Item, type TableAccess } from './table.ts';
import { deliveryIdOf, dueDeliveryKey, endpointIdOfWebhook, webhookDeliveryKey } from './webhookKeys.ts';

/** How long the record of a delivery is kept, counted from its last change. */
const KEPT_S = 30 * 86_400;
/** Nobody looks for a due turn any more once its record is gone. */
export const DUE_KEPT_S = KEPT_S;

/** Which delivery it is, of what, and which turn of it: turns are counted over retries and replays. */
export interface DeliveryTurn {
  webhookId: string;
  /** `msg_…` */
  id: string;
  event: (typeof WEBHOOK_EVENTS)[number];
  submissionId: string;
  /** When it happened, as the contract writes it. */
  createdAt: string;
  turn: number;
  /** Deliveries that led to the submission. */
  hops: number;
}

const DeliveryRecord = z.object({
  SK: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  submissionId: z.string(),
  createdAt: z.string(),
  state: z.enum(DELIVERY_STATES),
  turn: z.number(),
  hops: z.number(),
  /** Attempts that failed since the delivery, or its replay, began. */
  failures: z.number(),
  attempts: z.array(DeliveryAttemptSchema),
  answer: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  /** While an attempt is being made: whose, and until when (milliseconds since 1970) nobody else begins one. */
  claim: z.optional(z.string()),
  leaseUntil: z.optional(z.number()),
});
export type DeliveryRecord = z.output<typeof DeliveryRecord>;

/** What sending writes of a delivery. */
export const DELIVERY_ATTRIBUTES = [...Object.keys(DeliveryRecord.shape).filter((name) => name !== 'SK'), 'ttl'];

export const parseDeliveryRecord = (item: Item): DeliveryRecord => DeliveryRecord.parse(item);

/** A record as operations answer it. */
export const shownDelivery = (record: DeliveryRecord): WebhookDelivery => {
  const { SK, event, submissionId, state, createdAt, nextAttemptAt, attempts, answer } = record;
  return {
    id: deliveryIdOf({ SK }),
    event,
    submissionId,
    state,
    createdAt,
    attempts,
    ...(state === 'pending' && nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(answer !== undefined && { answer }),
  };
};

/** A right to make one attempt, and what is known of those before it. */
export interface DeliveryClaim extends DeliveryTurn {
  claim: string;
  failures: number;
  attempts: DeliveryAttempt[];
}

/**
 * `done`: decided, or at a later turn. `busy`: somebody has claimed it, who may have died. `early`: the turn before has no
 * mark yet.
 */
export type ClaimOutcome = DeliveryClaim | 'done' | 'busy' | 'early';

/** What is to be written of an attempt. */
export interface DeliveryMark {
  state: DeliveryState;
  attempt?: DeliveryAttempt;
  answer?: string | undefined;
  nextAttemptAt?: string;
}

/** The records of deliveries to webhooks: claim, send, mark. Every write is absolute, and has its condition with it. */
export class WebhookDeliveries {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** Takes the turn, and makes the record at the first one. */
  async claim(delivery: DeliveryTurn, leaseMs: number): Promise<ClaimOutcome> {
    const { event, submissionId, createdAt, turn, hops } = delivery;
    const now = this.#now();
    const claim = randomUUID();
    try {
      const item = await this.#table.update({
        Key: keyOf(delivery),
        UpdateExpression:
          'SET claim = :claim, leaseUntil = :until, #state = :pending, #event = :event, submissionId = :submissionId, ' +
          'createdAt = :createdAt, turn = :turn, hops = :hops, #ttl = :ttl, attempts = if_not_exists(attempts, :none), ' +
          'failures = if_not_exists(failures, :zero)',
        // Only the first turn may make a record: that of a later one was there, and may have expired.
        ConditionExpression: `${turn === 0 ? 'attribute_not_exists(PK) OR ' : ''}(turn = :turn AND #state = :pending AND (attribute_not_exists(leaseUntil) OR leaseUntil <= :now))`,
        ExpressionAttributeNames: { '#state': 'state', '#event': 'event', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':claim': claim,
          ':until': now + leaseMs,
          ':now': now,
          ':pending': 'pending',
          ':event': event,
          ':submissionId': submissionId,
          ':createdAt': createdAt,
          ':turn': turn,
          ':hops': hops,
          ':ttl': this.#ttl(),
          ':none': [],
          ':zero': 0,
        },
      });
      const { failures, attempts } = parseDeliveryRecord(item);
      return { ...delivery, claim, failures, attempts };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const record = await this.find(delivery.webhookId, delivery.id);
      if (record?.state !== 'pending' || record.turn > turn) return 'done';
      return record.turn < turn ? 'early' : 'busy';
    }
  }

  /** Writes what became of the attempt, unless another claim has taken its place. */
  async mark(claim: DeliveryClaim, { state, attempt, answer, nextAttemptAt }: DeliveryMark): Promise<void> {
    const isFailure = attempt !== undefined && state !== 'sent';
    const changes = {
      state,
      turn: claim.turn + 1,
      failures: claim.failures + Number(isFailure),
      attempts: [...claim.attempts, ...(attempt ? [attempt] : [])].slice(-WEBHOOK_ATTEMPTS_KEPT_MAX),
      answer: answer ?? null,
      nextAttemptAt: nextAttemptAt ?? null,
      claim: null,
      leaseUntil: null,
      ttl: this.#ttl(),
    };
    const update = { Key: keyOf(claim), ...setAll(changes), ReturnValues: 'NONE' as const };
    try {
      await this.#table.update(onlyIf(hasValues({ claim: claim.claim }), update));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }

  /** The record of a delivery, if there is one. */
  async find(webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    const item = await this.#table.get(keyOf({ webhookId, id }));
    return item && parseDeliveryRecord(item);
  }

  /** Notes when a turn is due. What is due is found by that time, whatever happens to the one who noted it. */
  async putDue(delivery: DeliveryTurn, dueAtMs: number, dueAt: string): Promise<void> {
    const { webhookId, id } = delivery;
    const item = { ...dueDeliveryKey(dueAt, webhookId, id), ...delivery, endpointId: endpointIdOfWebhook(webhookId) };
    await this.#table.put({ ...item, ttl: Math.ceil(dueAtMs / 1_000) + KEPT_S }, {});
  }

  #ttl(): number {
    return Math.ceil(this.#now() / 1_000) + KEPT_S;
  }
}

const keyOf = ({ webhookId, id }: Pick<DeliveryTurn, 'webhookId' | 'id'>) =>
  webhookDeliveryKey(endpointIdOfWebhook(webhookId), webhookId, id);
