import * as z from 'zod/mini';
import { ApiError } from '../../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../contract/headers.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../contract/limits.ts';
import { ABSENT } from '../table/expressions.ts';
import { formRequestKey, submittedAt } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { TableAccess } from '../table/table.ts';
import { attributeNames, type WrittenFrom } from '../table/written.ts';

/** The first of several requests with the same name: its input, and the response to repeat. */
const RequestRecord = z.object({
  inputHash: z.instanceof(Uint8Array),
  /** A submission's id, or a response. */
  response: z.string(),
  ttl: z.number(),
});
interface RecordedRequest {
  inputHash: Uint8Array;
  response: string;
}
export const REQUEST_ATTRIBUTES = /* @__PURE__ */ attributeNames(RequestRecord);
/** Attributes that show that a request's record still refers to the submission. */
export const RESPONSE_ATTRIBUTES = ['response'] as const satisfies (keyof RecordedRequest)[];
/** Attributes of a deletion's record. */
export const DELETION_ATTRIBUTES = ['ttl'] as const;

export const IDEMPOTENCY_KEY_S = IDEMPOTENCY_KEY_HOURS * 3_600;

/** Longer than a function's time limit (10 s): a request that began earlier stores nothing any more. */
export const SETTLED_AFTER_MS = 15_000;
/** By then, no slow repetition can still store the submission. */
const DELETIONS_KEPT_MS = 2 * SETTLED_AFTER_MS;

const nowS = (): number => Math.floor(Date.now() / 1_000);

/**
 * The put of a request's record, whose condition fails if an earlier request has one.
 * @param replaced the response of the record that it may replace
 */
export const recordRequest = (key: ItemKey, record: RecordedRequest, keptS = IDEMPOTENCY_KEY_S, replaced = '') => ({
  Item: { ...key, ...record, ttl: nowS() + keptS },
  // The table's TTL takes days.
  ConditionExpression: `${ABSENT.ConditionExpression} OR #ttl < :now OR #response = :replaced`,
  ExpressionAttributeNames: { '#ttl': 'ttl', '#response': 'response' },
  ExpressionAttributeValues: { ':now': nowS(), ':replaced': replaced },
});

/**
 * The response that an earlier request has recorded, if any.
 * @throws ApiError CONFLICT if it sent other input
 */
export async function recordedResponse(
  table: Pick<TableAccess, 'get'>,
  key: ItemKey,
  inputHash: Uint8Array,
): Promise<string | undefined> {
  const { data } = RequestRecord.safeParse(await table.get(key));
  if (!data || data.ttl < nowS()) return undefined;
  if (Buffer.compare(inputHash, data.inputHash) === 0) return data.response;
  const name = `${IDEMPOTENCY_KEY_HEADER} or \`_id\``;
  throw new ApiError('CONFLICT', `Other data was sent with this ${name} before: send this with a new one.`);
}

export const deletionKey = formRequestKey;

/** Has to precede the deletion of a submission: tells repetitions that it is not about to be stored. */
export async function recordDeletion(table: Pick<TableAccess, 'put'>, endpointId: string, id: string): Promise<void> {
  if (submittedAt(id) + DELETIONS_KEPT_MS <= Date.now()) return;
  const record = { ttl: nowS() + IDEMPOTENCY_KEY_S } satisfies WrittenFrom<typeof DELETION_ATTRIBUTES>;
  await table.put({ ...deletionKey(endpointId, id), ...record }, {});
}
