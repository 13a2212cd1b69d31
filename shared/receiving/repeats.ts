import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAFT_DAYS, MERGED_SECONDS } from '../contract/limits.ts';
import type { Submission, SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { canonicalJson } from '../runtime/canonicalJson.ts';
import { newId } from '../runtime/newId.ts';
import type { Keeping } from '../storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import { type FirstSubmission, findFirst } from '../storage/submissions/firstSubmissions.ts';
import { IDEMPOTENCY_KEY_S, recordedResponse, recordRequest } from '../storage/submissions/requestRecords.ts';
import type { DailySecrets } from '../storage/table/dailySecrets.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import { ifConditionHolds } from '../storage/table/ifConditionHolds.ts';
import { formRequestKey } from '../storage/table/itemKeys.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { ConditionFailed, type TableAccess } from '../storage/table/table.ts';

const HASH_BYTES = 16;
const DAY_S = 86_400;
/** Attempts while other requests store or confirm the same submission. The waits between them add up to 6 s. */
const ATTEMPTS_MAX = 8;
const FIRST_WAIT_MS = 50;

export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** A file, and a text that changes with its content. */
export interface InputFile {
  field: string;
  name: string;
  content: string;
}

/** Equal for requests that send the same data and files. */
export function inputHashOf(data: SubmissionData, files: readonly InputFile[]): Uint8Array<ArrayBuffer> {
  const sent = [data, files.map(({ field, name, content }) => [field, name, content])];
  return Uint8Array.from(sha256(canonicalJson(sent)).subarray(0, HASH_BYTES));
}

/** The properties that the repetitions of a request share. */
export interface Repeated {
  endpoint: Keeping & { id: string };
  /** Key of the request's record, which has the id of the submission. */
  key: ItemKey;
  inputHash: Uint8Array;
  keptS: number;
}

export interface Names {
  /** A ULID. */
  id: string | undefined;
  idempotencyKey: string | undefined;
}

/** The properties that distinguish a submission. */
interface Input {
  hash: () => Uint8Array;
  /** Its sender's network and browser. */
  sender: readonly (string | undefined)[];
}

/**
 * How repetitions of a request are recognized: by the sender's name for the submission, or, where the endpoint merges
 * duplicates, by data and sender. The latter's record has only an HMAC of them, by a secret that is removed after a day.
 * @returns undefined if each request has its own submission
 */
export async function repeatedOf(
  endpoint: Keeping & Pick<StoredEndpoint, 'id' | 'duplicates'>,
  { id, idempotencyKey }: Names,
  { hash, sender }: Input,
  dailySecrets: Pick<DailySecrets, 'find'>,
): Promise<Repeated | undefined> {
  const keyOf = (hashed: Buffer) => formRequestKey(endpoint.id, hashed.toString('base64url'));
  const name = id ?? idempotencyKey;
  if (name !== undefined) {
    // As long as drafts of forms, which keep their ids.
    const keptS = id === undefined ? IDEMPOTENCY_KEY_S : DRAFT_DAYS * DAY_S;
    return { endpoint, key: keyOf(sha256(name)), inputHash: hash(), keptS };
  }
  if (endpoint.duplicates !== 'merge') return undefined;
  const hmac = createHmac('sha256', await dailySecrets.find(Date.now()))
    .update(canonicalJson([endpoint.id, sender]))
    .update(hash())
    .digest();
  return { endpoint, key: keyOf(hmac), inputHash: hmac, keptS: MERGED_SECONDS };
}

/** Names all attempts to store the same input under the same name. */
export const attemptOf = ({ key, inputHash }: Repeated): string =>
  `${key.SK} ${Buffer.from(inputHash).toString('base64url')}`;

/**
 * Stores a submission unless an earlier request has stored it: records its id, then stores it. Should the function die in
 * between, the next request stores it under this id, as long as the first may still be running; later, or once the
 * submission was deleted or is due, under a new one. So is one that was held, if this request would not be: of two with
 * the same response to a captcha, only one has solved it.
 * @param isWanted whether this request gets over a reason to hold it; other reasons must not show in the response
 * @param store fails with ConditionFailed if the submission exists or another request is copying its uploads; `recordedAt`
 *   if another request may store the same submission: then also unless the record there still leads to it
 * @returns the stored submission, and whether it was there before
 * @throws ApiError CONFLICT if other data has the same name; StorageUnavailable if another request takes too long
 */
export async function storeOnce(
  repeated: Repeated,
  isWanted: (reason: string) => boolean,
  store: (id: string, recordedAt?: ItemKey) => Promise<Submission>,
  table: Pick<TableAccess, 'get' | 'getAll' | 'put' | 'transact'>,
): Promise<{ submission: Submission; isReplayed: boolean }> {
  const { endpoint, key } = repeated;
  let replaced: Replaced | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const { id, isNew } = await claim(repeated, table, replaced);
    const first = isNew ? undefined : await findFirst(table, endpoint, id);
    const isReplaced = first?.spamReason !== undefined && isWanted(first.spamReason);
    if (first?.submission && !isReplaced) return { submission: first.submission, isReplayed: true };
    replaced = first && { id, ...first };
    if (first) continue;
    try {
      return { submission: await store(id, isNew ? undefined : key), isReplayed: false };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (attempt < ATTEMPTS_MAX) await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { ref: false });
    }
  }
  throw new StorageUnavailable(new Error('other requests keep storing or deleting the same submission'));
}

/**
 * The submission that an earlier request of the same name stored, if any.
 * @throws ApiError CONFLICT if other data has the same name
 */
export async function storedBefore(
  { endpoint, key, inputHash }: Repeated,
  table: Pick<TableAccess, 'get' | 'getAll'>,
): Promise<Submission | undefined> {
  const id = await recordedResponse(table, key, inputHash);
  return id === undefined ? undefined : (await findFirst(table, endpoint, id))?.submission;
}

/** The submission that a record no longer leads to. */
type Replaced = Pick<FirstSubmission, 'unchanged'> & { id: string };

/** Records a new id, or finds the recorded one. @throws ApiError CONFLICT if the record is of other data */
async function claim(
  { key, inputHash, keptS }: Repeated,
  table: Pick<TableAccess, 'get' | 'put' | 'transact'>,
  replaced?: Replaced,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId('submission');
  const { Item, ...condition } = recordRequest(key, { inputHash, response: id }, keptS, replaced?.id);
  const write = replaced
    ? table.transact([{ Put: { Item, ...condition } }, ...replaced.unchanged])
    : table.put(Item, condition);
  if (await ifConditionHolds(write)) return { id, isNew: true };
  // Without a record, it has expired in between or cannot be read: the submission is stored anyway.
  const recorded = (await recordedResponse(table, key, inputHash)) ?? id;
  return { id: recorded, isNew: recorded === id };
}
