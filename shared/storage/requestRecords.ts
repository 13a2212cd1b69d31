import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HOURS } from '../contract/limits.ts';
import { ABSENT } from './expressions.ts';
import type { ItemKey } from './partitions.ts';
import type { TableAccess } from './table.ts';

/** The first request with an `Idempotency-Key`: what it sent, and what to answer. */
const RequestRecord = z.object({
  inputHash: z.instanceof(Uint8Array),
  /** JSON, or a submission's id. */
  response: z.string(),
  ttl: z.number(),
});
interface RecordedRequest {
  inputHash: Uint8Array;
  response: string;
}
export const REQUEST_ATTRIBUTES = Object.keys(RequestRecord.shape);

const nowS = (): number => Math.floor(Date.now() / 1_000);

/** Records a request in the transaction that executes it, which fails if it was executed before. */
export const recordRequest = (key: ItemKey, record: RecordedRequest, keptS = IDEMPOTENCY_KEY_HOURS * 3_600) => ({
  Put: {
    Item: { ...key, ...record, ttl: nowS() + keptS },
    // The table's TTL takes days.
    ConditionExpression: `${ABSENT.ConditionExpression} OR #ttl < :now`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': nowS() },
  },
});

export async function findRequest(table: Pick<TableAccess, 'get'>, key: ItemKey): Promise<RecordedRequest | undefined> {
  const { data } = RequestRecord.safeParse(await table.get(key));
  return data && data.ttl >= nowS() ? data : undefined;
}
