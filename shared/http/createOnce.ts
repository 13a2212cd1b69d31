import { createHash } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeyIn, REPLAYED, REPLAYED_WITHOUT_SECRET } from '../contract/headers.ts';
import type { Operation } from '../contract/operations/define.ts';
import { canonicalJson } from '../runtime/canonicalJson.ts';
import { requestKey } from '../storage/itemKeys.ts';
import { findRequest, recordRequest } from '../storage/requestRecords.ts';
import type { TableAccess, TransactionWrite } from '../storage/table.ts';
import { type Caller, CustomResponse, type PublicInput } from './middleware.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The writes that record the request together with its response. */
export type RecordOf = (response: unknown) => TransactionWrite[];

/**
 * Creates something once for each `Idempotency-Key` of the caller's workspace. Bodies are compared as parsed JSON: labels such
 * as `30-days` mean another time in each request.
 * @param create adds the record to its transaction
 * @throws ApiError CONFLICT if another body was sent with the key, BAD_REQUEST for an empty or long one; and as `create`
 */
export async function createOnce(
  { id, repeated }: Pick<Operation, 'id' | 'repeated'>,
  { headers, sentBody }: Pick<PublicInput<Operation>, 'headers' | 'sentBody'>,
  { table, caller }: { table: Pick<TableAccess, 'get'>; caller: Pick<Caller, 'workspaceId'> },
  create: (recordOf: RecordOf) => Promise<unknown>,
): Promise<unknown> {
  const name = idempotencyKeyIn(headers);
  if (name === undefined) return create(() => []);
  const key = requestKey(caller.workspaceId, sha256(`${id} ${name}`).toString('base64url'));
  const inputHash = sha256(canonicalJson(sentBody));
  try {
    return await create((response) => [recordRequest(key, { inputHash, response: JSON.stringify(response) })]);
  } catch (error) {
    // An earlier request's response takes precedence over all errors, such as a slug that this very request has taken.
    const first = await findRequest(table, key);
    if (!first) throw error;
    if (Buffer.compare(first.inputHash, inputHash) !== 0) throw otherBody(error);
    const replayed = repeated === 'withoutSecret' ? REPLAYED_WITHOUT_SECRET : REPLAYED;
    return new CustomResponse(JSON.parse(first.response), { headers: replayed });
  }
}

const otherBody = (cause: unknown): ApiError =>
  new ApiError(
    'CONFLICT',
    `Another request was sent with this ${IDEMPOTENCY_KEY_HEADER}: send this one with a new key.`,
    { cause },
  );
