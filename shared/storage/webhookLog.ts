import { DELIVERIES_EXAMINED_MAX } from '../contract/limits.ts';
import type { DeliveryState } from '../contract/schemas/webhook.ts';
import type { ReplayResult } from '../contract/schemas/webhookLog.ts';
import { formatTime } from '../contract/time.ts';
import { inParallel } from '../runtime/inParallel.ts';
import { between, hasValues, onlyIf, setAll } from './expressions.ts';
import { readParts } from './paging.ts';
import { ConditionFailed, type Item, type TableAccess } from './table.ts';
import { type DeliveryRecord, DUE_KEPT_S, parseDeliveryRecord } from './webhookDeliveries.ts';
import {
  deliveryIdOf,
  deliverySortKeysBetween,
  dueDeliveryKey,
  endpointIdOfWebhook,
  webhookDeliveryKey,
} from './webhookKeys.ts';

/** What of a webhook's log is asked for, newest event first. */
export interface LogQuery {
  state?: DeliveryState | undefined;
  /** Times of events in milliseconds since 1970; the end is excluded. */
  fromMs?: number | undefined;
  endMs?: number | undefined;
  /** The delivery behind which to go on. */
  after?: string | undefined;
  limit: number;
}

export interface LogPart {
  records: DeliveryRecord[];
  examined: number;
  /** The delivery behind which the rest is; undefined at the end. */
  next: string | undefined;
}

/** Transactions of one request under way at once. */
const REPLAYS_AT_ONCE = 10;

/** What became of a webhook's deliveries, and sending them again. */
export class WebhookLog {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  async list(webhookId: string, { state, fromMs, endMs, after, limit }: LogQuery): Promise<LogPart> {
    const key = (id: string) => webhookDeliveryKey(endpointIdOfWebhook(webhookId), webhookId, id);
    const query = {
      ...withState(between(key('').PK, deliverySortKeysBetween(webhookId, fromMs, endMs)), state),
      ScanIndexForward: false,
    };
    const itemsMax = state === undefined ? limit : DELIVERIES_EXAMINED_MAX;
    const records: DeliveryRecord[] = [];
    let examined = 0;
    let next: string | undefined;
    const startKey = after === undefined ? {} : { after: key(after) };
    const read = (continuation: object) => this.#table.query({ Limit: itemsMax, ...query, ...continuation });
    for await (const part of readParts(read, startKey)) {
      records.push(...part.items.map(parseDeliveryRecord));
      examined += part.scanned;
      next = part.next && deliveryIdOf({ SK: String(part.next.SK) });
      if (records.length >= limit || examined >= DELIVERIES_EXAMINED_MAX) break;
    }
    const shown = records.slice(0, limit);
    const last = shown.at(-1);
    if (records.length > limit && last) next = deliveryIdOf(last);
    return { records: shown, examined, next };
  }

  /** The records with these ids; an id without one is left out. */
  async find(webhookId: string, ids: readonly string[]): Promise<DeliveryRecord[]> {
    const endpointId = endpointIdOfWebhook(webhookId);
    const keys = [...new Set(ids)].map((id) => webhookDeliveryKey(endpointId, webhookId, id));
    return (await this.#table.getAll(keys)).map(parseDeliveryRecord);
  }

  /** Has deliveries begin anew, each in a transaction with the note that it is due now. */
  async replay(webhookId: string, records: readonly DeliveryRecord[]): Promise<ReplayResult[]> {
    return inParallel(records, REPLAYS_AT_ONCE, async (record) => {
      const id = deliveryIdOf(record);
      const isReplayed = await this.#replayOne(webhookId, id, record);
      return { id, status: isReplayed ? ('replayed' as const) : ('inProgress' as const) };
    });
  }

  async #replayOne(webhookId: string, id: string, record: DeliveryRecord): Promise<boolean> {
    const { event, submissionId, createdAt, turn, hops, claim, leaseUntil = 0 } = record;
    const now = this.#now();
    if (leaseUntil > now) return false;
    const endpointId = endpointIdOfWebhook(webhookId);
    const dueAt = formatTime(new Date(now));
    const again = { webhookId, id, event, submissionId, createdAt, turn: turn + 1, hops };
    const changes = {
      state: 'pending',
      turn: turn + 1,
      failures: 0,
      nextAttemptAt: dueAt,
      claim: null,
      leaseUntil: null,
    };
    const Key = webhookDeliveryKey(endpointId, webhookId, id);
    const ttl = Math.ceil(now / 1_000) + DUE_KEPT_S;
    try {
      await this.#table.transact([
        // As it was read: an attempt that begins at the same moment goes first.
        { Update: onlyIf(hasValues({ turn, claim }), { Key, ...setAll(changes) }) },
        { Put: { Item: { ...dueDeliveryKey(dueAt, webhookId, id), ...again, endpointId, ttl } } },
      ]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return false;
    }
  }
}

function withState<Q extends { ExpressionAttributeValues: Item }>(query: Q, state: DeliveryState | undefined) {
  if (state === undefined) return query;
  return {
    ...query,
    FilterExpression: '#state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':state': state },
  };
}
