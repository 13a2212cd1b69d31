import type { DeliveryState } from '../../contract/schemas/deliveries.ts';
import {
  type WebhookDelivery,
  WebhookDelivery as WebhookDeliverySchema,
} from '../../contract/schemas/webhooks/webhook.ts';
import type { ReplayResult } from '../../contract/schemas/webhooks/webhookLog.ts';
import { inParallel } from '../../runtime/inParallel.ts';
import { deliveryIdsBetween, isWebhookDeliveryId, webhookDeliveryKey } from '../deliveries/deliveryKeys.ts';
import { DeliveryRecords } from '../deliveries/deliveryRecords.ts';
import { type Attempt, type DeliveryRecord, parseDelivery } from '../deliveries/storedDelivery.ts';
import { type LogPart, readLogPart } from '../table/logParts.ts';
import { readEach, readStored } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';

export interface LogQuery {
  state?: DeliveryState | undefined;
  /** Times of events in milliseconds since 1970; end excluded. */
  fromMs?: number | undefined;
  endMs?: number | undefined;
  after?: string | undefined;
  limit: number;
}

const REPLAYS_AT_ONCE = 10;

const parse = (item: Item): DeliveryRecord => parseDelivery('webhook', item);

/** @throws ZodError also if it cannot be shown, such as with an event of a newer version */
function parseShown(item: Item): DeliveryRecord {
  const record = parse(item);
  shownDelivery(record);
  return record;
}

export class WebhookLog {
  readonly #table: TableAccess;
  readonly #records: DeliveryRecords;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#records = new DeliveryRecords(table, now);
  }

  list(webhookId: string, { state, fromMs, endMs, after, limit }: LogQuery): Promise<LogPart<DeliveryRecord>> {
    return readLogPart(this.#table, {
      keyOf: (id) => webhookDeliveryKey(webhookId, id),
      parse: parseShown,
      ids: deliveryIdsBetween(fromMs, endMs),
      ...(state && { wanted: (item: Item) => item.state === state }),
      after,
      limit,
    });
  }

  /** The records with these ids; missing and unreadable ones are omitted. */
  async find(webhookId: string, ids: readonly string[]): Promise<DeliveryRecord[]> {
    const keys = [...new Set(ids)].filter(isWebhookDeliveryId).map((id) => webhookDeliveryKey(webhookId, id));
    return readEach(await this.#table.getAll(keys), parse).read;
  }

  replay(records: readonly DeliveryRecord[]): Promise<ReplayResult[]> {
    return inParallel(records, REPLAYS_AT_ONCE, async (record) => {
      const isReplayed = await this.#records.restart(record);
      return { id: record.id, status: isReplayed ? ('replayed' as const) : ('inProgress' as const) };
    });
  }
}

export function shownDelivery(record: DeliveryRecord): WebhookDelivery {
  const { id, event, about: submissionId, state, createdAt, nextAttemptAt, answer } = record;
  return readStored(WebhookDeliverySchema, {
    id,
    event,
    submissionId,
    state,
    createdAt,
    attempts: record.attempts.map(shownAttempt),
    ...(state === 'pending' && nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(answer !== undefined && { answer }),
  });
}

/** An attempt without an outcome was interrupted because the function died. */
const shownAttempt = ({ at, durationMs, status, error }: Attempt) =>
  durationMs === undefined
    ? { at, durationMs: 0, error: 'interrupted' }
    : { at, durationMs, ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
