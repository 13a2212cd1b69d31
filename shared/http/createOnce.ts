import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { idempotencyKeyIn, REPLAYED, REPLAYED_WITHOUT_SECRET } from '../contract/headers.ts';
import type { Operation } from '../contract/operations/define.ts';
import { canonicalJson } from '../runtime/canonicalJson.ts';
import { recordedResponse, recordRequest } from '../storage/submissions/requestRecords.ts';
import { requestKey } from '../storage/table/itemKeys.ts';
import type { Caller } from '../storage/table/ownership.ts';
import type { TableAccess, TransactionWrite } from '../storage/table/table.ts';
import { CustomResponse, type PublicInput } from './middleware.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/**
 * The hash by which requests are compared, and the key of the response. Both are derived from the name and the body, so
 * a reader of the table who does not know the request learns nothing about the created item.
 */
function secretsOf(name: string, body: string) {
  const digest = createHmac('sha512', name).update(body).digest();
  return { inputHash: digest.subarray(0, 32), responseKey: digest.subarray(32) };
}

function encrypt(response: unknown, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const text = Buffer.concat([cipher.update(JSON.stringify(response)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

function decrypt(response: string, key: Buffer): unknown {
  const bytes = Buffer.from(response, 'base64');
  const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
  return JSON.parse(Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString());
}

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
  { table, caller }: { table: Pick<TableAccess, 'get'>; caller: Pick<Caller, 'workspaceId' | 'narrowing'> },
  create: (recordOf: RecordOf) => Promise<unknown>,
): Promise<unknown> {
  const name = idempotencyKeyIn(headers);
  if (name === undefined) return create(() => []);
  // A narrowed caller gets no response to requests of others.
  const named = canonicalJson([id, name, caller.narrowing]);
  const key = requestKey(caller.workspaceId, sha256(named).toString('base64url'));
  const body = canonicalJson(sentBody);
  const { inputHash, responseKey } = secretsOf(named, body);
  const record = (response: unknown) => recordRequest(key, { inputHash, response: encrypt(response, responseKey) });
  try {
    return await create((response) => [{ Put: record(response) }]);
  } catch (error) {
    // An earlier request's response takes precedence over all errors, such as a slug that this very request has taken.
    const recorded = await recordedResponse(table, key, inputHash);
    if (recorded === undefined) throw error;
    const replayed = repeated === 'withoutSecret' ? REPLAYED_WITHOUT_SECRET : REPLAYED;
    return new CustomResponse(decrypt(recorded, responseKey), { headers: replayed });
  }
}
