import { createHash, createHmac } from 'node:crypto';
import { decodeTime } from 'ulid';
import { UNKNOWN_LOCATION } from '../contract/choices.ts';
import { ApiError } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { ulidIn } from '../contract/ids.ts';
import { MERGED_SECONDS, NAMED_MINUTES_AHEAD_MAX, NAMED_MINUTES_MAX } from '../contract/limits.ts';
import type { Submission, SubmissionData } from '../contract/schemas/submission.ts';
import { canonicalJson } from '../runtime/canonicalJson.ts';
import { newId, submissionIdFrom } from '../runtime/newId.ts';
import type { DailySecrets } from '../storage/dailySecrets.ts';
import type { StoredEndpoint } from '../storage/endpoints.ts';
import type { FirstSubmission, FirstSubmissions } from '../storage/firstSubmissions.ts';
import { ifConditionHolds } from '../storage/ifConditionHolds.ts';
import { formRequestKey, submittedAt } from '../storage/itemKeys.ts';
import { findRequest, recordRequest } from '../storage/requestRecords.ts';
import { ConditionFailed, type TableAccess, type TransactionWrite } from '../storage/table.ts';

const MINUTE_MS = 60_000;
const HASH_BYTES = 16;
/**
 * A name's time differs by less where a right clock has just made it: then no record is read, so a fast clock's repetition
 * in these two minutes is stored again.
 */
const FRESH_MINUTES = 1;
/** Attempts at storing a submission whose first copy is removed, or is being confirmed, at the same time. */
const RACES_MAX = 3;

export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** A file, and a text that changes with its content. */
export interface InputFile {
  field: string;
  name: string;
  content: string;
}

/** Equal for requests that send the same data and files. */
export const inputHashOf = (data: SubmissionData, files: readonly InputFile[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    sha256(canonicalJson([data, files.map(({ field, name, content }) => [field, name, content])])).subarray(
      0,
      HASH_BYTES,
    ),
  );

/** How requests for the same submission find each other. */
export interface Repeats {
  inputHash: Uint8Array<ArrayBuffer>;
  /** @returns the id to store it under, and writes of the same transaction that record the request */
  begin: () => Promise<{ id: string; record: TransactionWrite[] }>;
  /** What an earlier request has stored, if the id or the record is taken. */
  find: (id: string) => Promise<FirstSubmission | undefined>;
  /** The same for a submission that is stored beside a held one. */
  beside: (heldId: string) => Repeats;
}

export interface RepeatsDependencies {
  firstSubmissions: Pick<FirstSubmissions, 'find'>;
  dailySecrets: Pick<DailySecrets, 'find'>;
  table: Pick<TableAccess, 'get' | 'put'>;
}

/** What tells a submission apart. */
interface Input {
  inputHash: () => Uint8Array<ArrayBuffer>;
  /** Its sender's network and browser. */
  sender: readonly (string | undefined)[];
}

type Endpoint = Pick<StoredEndpoint, 'id' | 'workspaceId' | 'duplicates'>;

/**
 * How repetitions of a request are recognized: by the sender's name for the submission, or, where the endpoint merges
 * duplicates, by data and sender.
 * @returns undefined if each request has its own submission
 */
export function repeatsOf(
  endpoint: Endpoint,
  name: string | undefined,
  input: Input,
  dependencies: RepeatsDependencies,
): Repeats | undefined {
  if (name !== undefined) return byName(endpoint, name, input.inputHash(), dependencies);
  return endpoint.duplicates === 'merge' ? bySender(endpoint, input, dependencies) : undefined;
}

/**
 * From a recent ULID, the submission's id follows: the put that stores it tells whether it is a repetition. Any other name
 * has a record.
 */
function byName(
  { id: endpointId, workspaceId }: Endpoint,
  name: string,
  inputHash: Uint8Array<ArrayBuffer>,
  dependencies: RepeatsDependencies,
): Repeats {
  const ulid = ulidIn(name);
  // Senders do not know the workspace's id, so they cannot choose where in the page index a submission goes.
  const namedId = ulid && submissionIdFrom(decodeTime(ulid), sha256(`${workspaceId} ${endpointId} ${ulid}`));
  const find = (id: string) => dependencies.firstSubmissions.find(endpointId, id);
  return byId(endpointId, { namedId, name: ulid ?? name, inputHash, find }, dependencies);
}

/** How a submission is stored once beside one that is held, under its time if that is recent. */
const besideHeld =
  (endpointId: string, inputHash: Uint8Array<ArrayBuffer>, dependencies: RepeatsDependencies) =>
  (heldId: string): Repeats => {
    const namedId = submissionIdFrom(submittedAt(heldId), sha256(heldId));
    const find = async (id: string) => withHash(await dependencies.firstSubmissions.find(endpointId, id), inputHash);
    return byId(endpointId, { namedId, name: `beside ${heldId}`, inputHash, find }, dependencies);
  };

interface Named extends Pick<Repeats, 'inputHash' | 'find'> {
  /** The id that follows from the name, if any. */
  namedId: string | undefined;
  name: string;
}

function byId(
  endpointId: string,
  { namedId, name, inputHash, find }: Named,
  dependencies: RepeatsDependencies,
): Repeats {
  const { table } = dependencies;
  const time = namedId ? submittedAt(namedId) : 0;
  const key = formRequestKey(endpointId, sha256(name).toString('base64url'));
  return {
    inputHash,
    begin: async () => {
      if (namedId && isWithin(time, NAMED_MINUTES_MAX, NAMED_MINUTES_AHEAD_MAX)) {
        // The sender's clock may be fast: then it may have been stored while its name was too far ahead.
        const first = isWithin(time, FRESH_MINUTES, FRESH_MINUTES) ? undefined : await findRequest(table, key);
        return { id: first?.response ?? namedId, record: [] };
      }
      // It may have been stored while its name was recent.
      if (namedId && (await find(namedId))) return { id: namedId, record: [] };
      const id = newId('submission');
      return { id, record: [recordRequest(key, { inputHash, response: id })] };
    },
    find: async (id) => {
      if (id === namedId) return find(id);
      const first = await findRequest(table, key);
      if (!first) return undefined;
      // One that was deleted since is not stored again.
      const gone = { id: first.response, endpointId, location: UNKNOWN_LOCATION, isSpam: false, isRead: false };
      return { ...((await find(first.response)) ?? { submission: gone }), inputHash: first.inputHash };
    },
    beside: besideHeld(endpointId, inputHash, dependencies),
  };
}

/**
 * The first request records the submission's id, then stores it. Should it die in between, the next one stores it under
 * this id. The record has an HMAC instead of sender and data, by a secret that is removed after a day.
 */
function bySender(
  { id: endpointId }: Endpoint,
  { inputHash, sender }: Input,
  dependencies: RepeatsDependencies,
): Repeats {
  const { firstSubmissions, dailySecrets, table } = dependencies;
  const hash = inputHash();
  const begin = async () => {
    const secret = await dailySecrets.find(Date.now());
    const hmac = createHmac('sha256', secret)
      .update(canonicalJson([endpointId, sender]))
      .update(hash)
      .digest();
    const key = formRequestKey(endpointId, hmac.toString('base64url'));
    const id = newId('submission');
    const { Item, ...condition } = recordRequest(key, { inputHash: hmac, response: id }, MERGED_SECONDS).Put;
    if (await ifConditionHolds(table.put(Item, condition))) return { id, record: [] };
    const first = await findRequest(table, key);
    // Without one, it has expired in between or cannot be read: the submission is stored all the same.
    return { id: first?.response ?? id, record: [] };
  };
  const find = async (id: string) => withHash(await firstSubmissions.find(endpointId, id), hash);
  return { inputHash: hash, begin, find, beside: besideHeld(endpointId, hash, dependencies) };
}

const withHash = (first: FirstSubmission | undefined, inputHash: Uint8Array) => first && { ...first, inputHash };

const isWithin = (time: number, minutesBefore: number, minutesAfter: number, now = Date.now()): boolean =>
  time >= now - minutesBefore * MINUTE_MS && time <= now + minutesAfter * MINUTE_MS;

/**
 * Stores a submission unless an earlier request has stored it. One whose captcha failed is released when another request
 * has solved it: of two with the same response, only one has. If its sender has to confirm it, it is stored beside that one.
 * @param isWanted whether no check found it to be spam
 * @param store fails with ConditionFailed if the id or the record is taken; `isBeside` one that has claimed the uploads
 * @returns the stored submission, and whether it was there before
 * @throws ApiError CONFLICT if other data has the same name; ConditionFailed if something else is taken
 */
export async function storeOnce(
  { inputHash, ...repeats }: Repeats,
  { isWanted, mayBePending }: { isWanted: boolean; mayBePending: boolean },
  store: (id: string, record: TransactionWrite[], isBeside?: boolean) => Promise<Submission>,
  firstSubmissions: Pick<FirstSubmissions, 'find' | 'release'>,
): Promise<{ submission: Submission; isReplayed: boolean }> {
  for (let race = 1; ; race++) {
    const { id, record } = await repeats.begin();
    try {
      return { submission: await store(id, record), isReplayed: false };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const first = await repeats.find(id);
      if (first && !(first.inputHash && Buffer.compare(first.inputHash, inputHash) === 0)) throw otherData(error);
      const { spamReason = '', submission } = first ?? {};
      if (submission && isWanted && spamReason.startsWith('captcha_')) {
        const { endpointId, id: heldId } = submission;
        if (mayBePending) {
          const storeBeside: typeof store = (id, record) => store(id, record, true);
          return storeOnce(repeats.beside(heldId), { isWanted, mayBePending }, storeBeside, firstSubmissions);
        }
        await firstSubmissions.release(endpointId, heldId, spamReason);
      }
      if (submission) return { submission, isReplayed: true };
      if (race === RACES_MAX) throw error;
    }
  }
}

const otherData = (cause: unknown): ApiError =>
  new ApiError(
    'CONFLICT',
    `This \`_id\` or ${IDEMPOTENCY_KEY_HEADER} already names a submission with other data: send this one under a new one.`,
    { cause },
  );
