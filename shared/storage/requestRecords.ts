import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HOURS } from '../contract/limits.ts';
import { ABSENT } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { formRequestKey, submittedAt } from './itemKeys.ts';
import type { ItemKey } from './partitions.ts';
import type { TableAccess } from './table.ts';
import { attributesOf, type Written } from './written.ts';

/** The first request of several with the same name: what it sent, and what to answer. */
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
export const REQUEST_ATTRIBUTES = /* @__PURE__ */ attributesOf(RequestRecord);
/** What a deletion's record has. */
export const DELETION_ATTRIBUTES = ['ttl'] as const;

export const IDEMPOTENCY_KEY_S = IDEMPOTENCY_KEY_HOURS * 3_600;

/** Longer than a function's time limit (10 s): a request that began earlier stores nothing any more. */
export const SETTLED_AFTER_MS = 15_000;
const DELETIONS_KEPT_MS = 2 * SETTLED_AFTER_MS;

const nowS = (): number => Math.floor(Date.now() / 1_000);

/**
 * The put of a request's record, whose condition fails if an earlier request has one.
 * @param replaced the response of the record that it may replace
 */
export const recordRequest = (key: ItemKey, record: RecordedRequest, keptS = IDEMPOTENCY_KEY_S, replaced = '') => ({
  Put: {
    Item: { ...key, ...record, ttl: nowS() + keptS },
    // The table's TTL takes days.
    ConditionExpression: `${ABSENT.ConditionExpression} OR #ttl < :now OR #response = :replaced`,
    ExpressionAttributeNames: { '#ttl': 'ttl', '#response': 'response' },
    ExpressionAttributeValues: { ':now': nowS(), ':replaced': replaced },
  },
});

/** @returns whether the record is stored; not if an earlier request has one */
export function claimRequest(table: Pick<TableAccess, 'put'>, ...record: Parameters<typeof recordRequest>) {
  const { Item, ...condition } = recordRequest(...record).Put;
  return ifConditionHolds(table.put(Item, condition));
}

export async function findRequest(table: Pick<TableAccess, 'get'>, key: ItemKey): Promise<RecordedRequest | undefined> {
  const { data } = RequestRecord.safeParse(await table.get(key));
  return data && data.ttl >= nowS() ? data : undefined;
}

/** Whether an absent submission cannot be stored any more by a request that began when its id was made. */
export const isSettled = (submissionId: string, settledAfterMs = SETTLED_AFTER_MS): boolean =>
  submittedAt(submissionId) + settledAfterMs <= Date.now();

export const deletionKey = formRequestKey;

/** Has to precede the deletion of a submission: tells repetitions that it is not about to be stored. */
export async function recordDeletion(table: Pick<TableAccess, 'put'>, endpointId: string, id: string): Promise<void> {
  if (isSettled(id, DELETIONS_KEPT_MS)) return;
  const record = { ttl: nowS() + IDEMPOTENCY_KEY_S } satisfies Written<typeof DELETION_ATTRIBUTES>;
  await table.put({ ...deletionKey(endpointId, id), ...record }, {});
}
