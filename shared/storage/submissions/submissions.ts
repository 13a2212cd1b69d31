import type * as z from 'zod/mini';
import { ApiError } from '../../contract/errors.ts';
import { orderedJson } from '../../contract/fieldOrder.ts';
import { isId } from '../../contract/ids.ts';
import { SUBMISSION_BYTES_MAX } from '../../contract/limits.ts';
import {
  type Submission,
  type SubmissionUpdate,
  SubmissionWithData,
} from '../../contract/schemas/submissions/submission.ts';
import { formatTime } from '../../contract/time.ts';
import { SORT_KEY_BYTES_MAX } from '../../runtime/awsLimits.ts';
import { newId } from '../../runtime/newId.ts';
import { isDue, type Keeping, keepingOf } from '../endpoints/keeping.ts';
import { PlacesTaken, placeWrite } from '../endpoints/places.ts';
import type { StoredEndpoint } from '../endpoints/storedEndpoint.ts';
import type { Kind } from '../filter/learning.ts';
import { ABSENT, hasValues, type NamedCondition, NOT_SPAM, onlyIf, PRESENT, setAll } from '../table/expressions.ts';
import { ifConditionHolds, unlessConditionFails } from '../table/ifConditionHolds.ts';
import { endpointKey, pendingEndsAt, pendingKey, submissionKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import type { ItemKey } from '../table/partitions.ts';
import { ConditionFailed, type Item, type TableAccess, type TransactionWrite } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { deletionKey, recordDeletion } from './requestRecords.ts';
import {
  type HELD_ATTRIBUTES,
  type MARKED_ATTRIBUTES,
  type PENDING_ATTRIBUTES,
  parseSubmission,
  type SentAttributes,
  type StoredSubmission,
} from './storedSubmission.ts';
import { withData } from './submittedData.ts';
import { storedFiles } from './submittedFiles.ts';

export interface NewSubmission
  extends Omit<z.output<typeof SentAttributes>, 'data' | 'files'>,
    Pick<SubmissionWithData, 'data' | 'files'>,
    Pick<StoredSubmission, (typeof PENDING_ATTRIBUTES)[number]> {
  /** Set if its files are already stored under this id. */
  id?: string | undefined;
  /** Claim its uploads in the same transaction. */
  claims?: TransactionWrite[] | undefined;
  /** Names of fields in the sender's order, including fields that `data` lacks. */
  fieldOrder?: readonly string[] | undefined;
  spamReason?: string | undefined;
  isPending?: boolean;
  /** True if another request may have stored it under this id. */
  mayExist?: boolean;
  /** Its endpoint's; if set, it takes a place in the same transaction. */
  maxSubmissions?: number | undefined;
  /** Its request's record, if another request has made the id: the submission may also be pending, confirmed or deleted. */
  recordedAt?: ItemKey | undefined;
}

/** A submission without its data, which may be unreadable. */
const parseWithoutData = (item: Item): Submission => {
  const { data: _, fieldOrder: _o, ...submission } = parseSubmission({ ...item, data: '{}' });
  return submission;
};

/**
 * All submissions to an endpoint with `maxSubmissions` write the same item, and transactions that meet there are canceled. The
 * waits add up to 1.2 s on average and 2.4 s at most, within the function's 10 s; more attempts would cost more in a flood.
 */
const PLACE_ATTEMPTS_MAX = 10;

/** Expires by TTL, which may take DynamoDB days: reads compare the time in the id. */
const newPending = (endpointId: string, id: string) => ({
  ...pendingKey(endpointId, id),
  ttl: Math.floor(pendingEndsAt(id) / 1_000),
});

export class Submissions {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /**
   * Stores a submission: one put, 1 write unit per kB, compressed where that saves one; with uploads one transaction at twice the cost.
   * @throws ApiError PAYLOAD_TOO_LARGE when the data exceeds 50,000 bytes as JSON
   * @throws PlacesTaken when its endpoint has `maxSubmissions` already
   * @throws ConditionFailed when another submission has claimed one of the uploads, or, with `mayExist`, when it exists; with
   *   `recordedAt` also when it is pending, was confirmed or deleted, or its record leads to another one
   */
  async create(endpointId: string, submission: NewSubmission): Promise<SubmissionWithData> {
    const { id = newId('submission'), data, fieldOrder, files, claims = [], ...others } = submission;
    const {
      isPending = false,
      spamReason,
      hasTargets = true,
      hops,
      mayExist,
      recordedAt,
      maxSubmissions,
      ...attributes
    } = others;
    const json = orderedJson({ data, fieldOrder: fieldOrder?.filter((name) => Object.hasOwn(data, name)) });
    requireStorable(json);
    const item = {
      ...(isPending ? newPending(endpointId, id) : submissionKey(endpointId, id)),
      ...attributes,
      hops: hops || undefined,
      hasTargets: hasTargets || undefined,
      ...(spamReason !== undefined &&
        ({ isSpam: true, spamReason, isHeld: true } satisfies WrittenFrom<typeof HELD_ATTRIBUTES>)),
      ...(files && { files: storedFiles(files) }),
    };
    const places = [isPending ? submissionKey : pendingKey, deletionKey].map((keyOf) => keyOf(endpointId, id));
    const nowhereElse = places.map((Key) => ({ ConditionCheck: { Key, ...ABSENT } }));
    const fences = recordedAt
      ? [{ ConditionCheck: { Key: recordedAt, ...hasValues({ response: id }) } }, ...nowhereElse]
      : [];
    const isHeld = spamReason !== undefined;
    const place = maxSubmissions === undefined ? undefined : placeWrite(endpointId, maxSubmissions, isHeld);
    const write = this.#put(withData(item, json), [...fences, ...claims], place);
    // A new id is random: an existing item with it is this submission, from an attempt whose response was lost.
    await (mayExist || claims.length > 0 ? write : ifConditionHolds(write));
    // Senders must not learn that a submission is held.
    return SubmissionWithData.parse({ ...attributes, id, endpointId, data, files, isSpam: false, isRead: false });
  }

  async #put(item: Item, others: TransactionWrite[], place?: TransactionWrite): Promise<void> {
    if (!place && others.length === 0) return this.#table.put(item, ABSENT);
    const writes = [{ Put: { Item: item, ...ABSENT } }, ...others];
    if (!place) return this.#table.transact(writes);
    try {
      await this.#table.transact([...writes, place], PLACE_ATTEMPTS_MAX);
    } catch (error) {
      // If it exists, it has its place.
      const isFull = error instanceof ConditionFailed && error.index === writes.length;
      throw isFull ? new PlacesTaken() : error;
    }
  }

  async find(endpointId: string, id: string): Promise<StoredSubmission | undefined> {
    if (!isId('endpoint', endpointId) || !isId('submission', id)) return undefined;
    const item = await this.#table.get(submissionKey(endpointId, id));
    return item && parseSubmission(item);
  }

  /**
   * Sets flags. A spam mark by a person removes the service's reason, releases a submission that is not spam,
   * and is queued for the endpoint's filter if it learns.
   * @throws ApiError NOT_FOUND when there is no such submission, or it is due
   */
  async update(
    { id: endpointId, spamFilter, ...keeping }: Pick<StoredEndpoint, 'id' | 'spamFilter'> & Keeping,
    id: string,
    flags: SubmissionUpdate,
  ): Promise<Submission> {
    if (!isId('submission', id)) throw submissionNotFound();
    const condition = keptCondition(keeping, id, this.#now());
    const kind: Kind = flags.isSpam ? 'spam' : 'ham';
    const toLearn = spamFilter === 'learn' ? kind : null;
    const decided = flags.isSpam === undefined ? {} : { spamReason: null, toLearn };
    const released = { isHeld: null, releasedAt: formatTime(new Date(this.#now())) };
    const updated = (more: Partial<typeof released>, condition: NamedCondition) => {
      const changes: WrittenFrom<typeof MARKED_ATTRIBUTES> = { ...flags, ...decided, ...more };
      return this.#table.update(onlyIf(condition, { Key: submissionKey(endpointId, id), ...setAll(changes) }));
    };
    try {
      // One that was not held was not released: it may be in digests that were sent before.
      if (flags.isSpam === false && condition === PRESENT)
        return parseWithoutData(await updated(released, hasValues({ isHeld: true })));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    return parseWithoutData(await orNotFound(updated({}, condition)));
  }

  /**
   * Also deletes submissions with a foreign key or unreadable content.
   * @param keeping its endpoint's
   * @throws ApiError NOT_FOUND when there is no such submission, or it is due
   */
  async delete(endpointId: string, id: string, keeping: Keeping = {}): Promise<void> {
    const condition = keptCondition(keeping, id, this.#now());
    const key = submissionKey(endpointId, id);
    if (Buffer.byteLength(key.SK) > SORT_KEY_BYTES_MAX) throw submissionNotFound();
    if (isId('submission', id)) await recordDeletion(this.#table, endpointId, id);
    await orNotFound(this.#table.delete(key, condition));
  }
}

/**
 * The submission with this id; NOT_FOUND unless it exists and is not due. Its endpoint's owner is checked with the
 * endpoint, whose item is read only once.
 */
export const submissionOf = (endpointId: string, id: string, nowMs = Date.now()): Lookup<StoredSubmission> => ({
  keys:
    isId('endpoint', endpointId) && isId('submission', id)
      ? [submissionKey(endpointId, id), endpointKey(endpointId)]
      : [],
  from: ([item, endpoint]) => {
    if (!item || isDue(keepingOf(endpoint ?? {}), { id, isSpam: item.isSpam === true }, nowMs))
      throw submissionNotFound();
    return parseSubmission(item);
  },
});

/** @throws ApiError PAYLOAD_TOO_LARGE if a submission's JSON has more than 50,000 bytes */
export function requireStorable(json: string): void {
  const size = Buffer.byteLength(json);
  if (size <= SUBMISSION_BYTES_MAX) return;
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The submitted data has ${size} bytes as JSON; at most ${SUBMISSION_BYTES_MAX} are stored.`,
  );
}

export const submissionNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such submission.');

/** @throws ApiError NOT_FOUND for a submission that is due and not marked as spam */
export function requireKept(keeping: Keeping, id: string, nowMs: number = Date.now()): void {
  if (isDue(keeping, { id }, nowMs)) throw submissionNotFound();
}

/** Holds for submissions that are not due. @throws ApiError NOT_FOUND if none with this id can be */
function keptCondition(keeping: Keeping, id: string, nowMs: number): NamedCondition {
  requireKept(keeping, id, nowMs);
  return isDue(keeping, { id, isSpam: true }, nowMs) ? NOT_SPAM : PRESENT;
}

const orNotFound = <T>(write: Promise<T>): Promise<T> => unlessConditionFails(write, submissionNotFound);
