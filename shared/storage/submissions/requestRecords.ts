import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HOURS } from '../../contract/limits.ts';
import { ABSENT } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { formRequestKey, pendingKey, submissionKey, submittedAt } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { TableAccess, TransactionWrite } from '../table/table.ts';
import { attributeNames, type WrittenFrom } from '../table/written.ts';

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
export const REQUEST_ATTRIBUTES = /* @__PURE__ */ attributeNames(RequestRecord);
/** What shows that a submission's request still leads to it. */
export const RESPONSE_ATTRIBUTES = ['response'] as const satisfies (keyof RecordedRequest)[];
/** What a deletion's record has. */
export const DELETION_ATTRIBUTES = ['ttl'] as const;

export const IDEMPOTENCY_KEY_S = IDEMPOTENCY_KEY_HOURS * 3_600;

/** Longer than a function's time limit (10 s): a request that began earlier stores nothing any more. */
export const SETTLED_AFTER_MS = 15_000;
/** By then, no repetition that found nothing in time stores the submission any more. */
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

/** @returns whether the record is stored; not if an earlier request has one, or a check fails */
export function claimRequest(
  table: Pick<TableAccess, 'put' | 'transact'>,
  checks: readonly TransactionWrite[] = [],
  ...record: Parameters<typeof recordRequest>
): Promise<boolean> {
  const { Put } = recordRequest(...record);
  const { Item, ...condition } = Put;
  return ifConditionHolds(checks.length > 0 ? table.transact([{ Put }, ...checks]) : table.put(Item, condition));
}

export async function findRequest(table: Pick<TableAccess, 'get'>, key: ItemKey): Promise<RecordedRequest | undefined> {
  const { data } = RequestRecord.safeParse(await table.get(key));
  return data && data.ttl >= nowS() ? data : undefined;
}

const isOlder = (submissionId: string, ageMs: number): boolean => submittedAt(submissionId) + ageMs <= Date.now();

/** Whether an absent submission cannot be stored any more by a request that began when its id was made. */
export const isSettled = (submissionId: string): boolean => isOlder(submissionId, SETTLED_AFTER_MS);

/** Checks that no repetition has stored a submission since it was not found. */
export function stillAbsent(endpointId: string, id: string): TransactionWrite[] {
  if (isOlder(id, DELETIONS_KEPT_MS)) return [];
  return [submissionKey, pendingKey].map((keyOf) => ({ ConditionCheck: { Key: keyOf(endpointId, id), ...ABSENT } }));
}

export const deletionKey = formRequestKey;

/** Has to precede the deletion of a submission: tells repetitions that it is not about to be stored. */
export async function recordDeletion(table: Pick<TableAccess, 'put'>, endpointId: string, id: string): Promise<void> {
  if (isOlder(id, DELETIONS_KEPT_MS)) return;
  const record = { ttl: nowS() + IDEMPOTENCY_KEY_S } satisfies WrittenFrom<typeof DELETION_ATTRIBUTES>;
  await table.put({ ...deletionKey(endpointId, id), ...record }, {});
}
