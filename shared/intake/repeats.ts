import { createHash } from 'node:crypto';
import { decodeTime } from 'ulid';
import { ApiError } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { ulidIn } from '../contract/ids.ts';
import { NAMED_MINUTES_AHEAD_MAX, NAMED_MINUTES_MAX } from '../contract/limits.ts';
import type { Submission, SubmissionData } from '../contract/schemas/submission.ts';
import { canonicalJson } from '../runtime/canonicalJson.ts';
import { submissionIdFrom } from '../runtime/newId.ts';
import type { StoredEndpoint } from '../storage/endpoints.ts';
import type { FirstSubmissions } from '../storage/firstSubmissions.ts';
import { ConditionFailed } from '../storage/table.ts';
import type { Sent } from './sent.ts';

const MINUTE_MS = 60_000;
const HASH_BYTES = 16;
/** Attempts at storing a submission whose first copy is removed, or is being confirmed, at the same time. */
const RACES_MAX = 3;

type Endpoint = Pick<StoredEndpoint, 'id' | 'workspaceId'>;

/**
 * The id of a submission that its sender named, with the name's time. Requests with the same name have the same id, so
 * that one of them stores it.
 * @returns undefined for names whose time is out of bounds
 */
export function idOfName({ id, workspaceId }: Endpoint, name: string, now = Date.now()): string | undefined {
  const time = decodeTime(name);
  const isNear = time >= now - NAMED_MINUTES_MAX * MINUTE_MS && time <= now + NAMED_MINUTES_AHEAD_MAX * MINUTE_MS;
  // Senders do not know the workspace's id, so they cannot choose where in the page index a submission goes.
  return isNear ? submissionIdFrom(time, sha256(`${workspaceId} ${id} ${name}`)) : undefined;
}

/** The sender's name for a submission: the form's `_id`, or the header if it is a ULID. */
export const nameOf = (name: string | undefined, headers: Sent['headers']): string | undefined =>
  name ?? ulidIn(headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()] ?? '');

/** A file, and a text that changes with its content. */
export interface InputFile {
  field: string;
  name: string;
  content: string;
}

/** Equal for requests that send the same data and files. */
export const inputHashOf = (data: SubmissionData, files: readonly InputFile[]): Uint8Array =>
  sha256(canonicalJson([data, files.map(({ field, name, content }) => [field, name, content])])).subarray(
    0,
    HASH_BYTES,
  );

export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** A submission that may be stored already. */
export interface Repeatable {
  endpointId: string;
  id: string;
  inputHash: Uint8Array;
  /** Whether no check found it to be spam. */
  isWanted: boolean;
}

/**
 * Stores a submission unless an earlier request has stored it. One whose captcha failed is released when another request
 * has solved it: of two with the same response, only one has.
 * @param store fails with ConditionFailed if the id is taken
 * @returns the stored submission, and whether it was there before
 * @throws ApiError CONFLICT if other data has the same name; ConditionFailed if something else is taken
 */
export async function storeOnce(
  { endpointId, id, inputHash, isWanted }: Repeatable,
  store: () => Promise<Submission>,
  firstSubmissions: Pick<FirstSubmissions, 'find' | 'release'>,
): Promise<{ submission: Submission; isReplayed: boolean }> {
  for (let race = 1; ; race++) {
    try {
      return { submission: await store(), isReplayed: false };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const first = await firstSubmissions.find(endpointId, id);
      if (first && !(first.inputHash && Buffer.compare(first.inputHash, inputHash) === 0)) throw otherData(error);
      const { spamReason = '', submission } = first ?? {};
      if (isWanted && spamReason.startsWith('captcha_')) await firstSubmissions.release(endpointId, id, spamReason);
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
