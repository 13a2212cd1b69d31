import * as z from 'zod/mini';
import { UNKNOWN_LOCATION } from '../contract/choices.ts';
import { ApiError } from '../contract/errors.ts';
import { type OrderedData, orderedJson } from '../contract/fieldOrder.ts';
import { LANGUAGES, type Language } from '../contract/formLanguages.ts';
import { isId } from '../contract/ids.ts';
import { HOPS_MAX, SUBMISSION_BYTES_MAX } from '../contract/limits.ts';
import type { SubmittedFile } from '../contract/schemas/files.ts';
import type {
  Submission,
  SubmissionData,
  SubmissionUpdate,
  SubmissionWithData,
} from '../contract/schemas/submission.ts';
import { SORT_KEY_BYTES_MAX } from '../runtime/awsLimits.ts';
import { newId } from '../runtime/newId.ts';
import type { StoredEndpoint } from './endpoints.ts';
import { ABSENT, onlyIf, PRESENT, setAll } from './expressions.ts';
import { ifConditionHolds, unlessConditionFails } from './ifConditionHolds.ts';
import { endpointIdOf, pendingEndsAt, pendingKey, submissionIdOf, submissionKey } from './itemKeys.ts';
import { Kind, Learning } from './learning.ts';
import type { Lookup } from './lookup.ts';
import { readStored } from './stored.ts';
import { orderedDataOf, StoredData, withData } from './submittedData.ts';
import { StoredFiles, storedFiles, submittedFiles } from './submittedFiles.ts';
import type { Item, TableAccess, TransactionWrite } from './table.ts';

/** A submission as stored: flags are present only once set. */
export const SubmissionItem = z.object({
  PK: z.string(),
  SK: z.string(),
  data: StoredData,
  location: z._default(z.string(), UNKNOWN_LOCATION),
  charset: z.optional(z.string()),
  isSpam: z._default(z.boolean(), false),
  isRead: z._default(z.boolean(), false),
  spamReason: z.optional(z.string()),
  isHeld: z.optional(z.boolean()),
  mailSubject: z.optional(z.string()),
  hops: z.optional(z.number()),
  language: z.optional(z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]])),
  files: z.optional(StoredFiles),
  confirmedAt: z.optional(z.string()),
  resends: z.optional(z.number()),
  network: z.optional(z.string()),
});

export interface StoredSubmission extends SubmissionWithData {
  /** Classified as spam on arrival, and nobody was notified. */
  isHeld?: boolean | undefined;
  /** The subject that the form requested for the mail. */
  mailSubject?: string | undefined;
  /** Length of the chain of webhook deliveries that led to it, at most `HOPS_MAX`; absent for none. */
  hops?: number | undefined;
  /** The sender's language, where the endpoint sends confirmations. */
  language?: Language | undefined;
  /** How often the sender has requested another mail that asks to confirm. */
  resends?: number | undefined;
  /** A name of the sender's network, while the sender has to confirm. */
  network?: string | undefined;
}

/** Whether webhooks get no events of a submission because it may be part of a loop. */
export const hasTooManyHops = ({ hops = 0 }: Pick<StoredSubmission, 'hops'>): boolean => hops >= HOPS_MAX;

export interface NewSubmission {
  /** Set if its files are already stored under this id. */
  id?: string | undefined;
  files?: SubmittedFile[] | undefined;
  /** Claim its uploads in the same transaction. */
  claims?: TransactionWrite[] | undefined;
  data: SubmissionData;
  /** Names of fields in the sender's order, also of such that `data` lacks. */
  fieldOrder?: readonly string[] | undefined;
  /** The encoding of the data, if it was a guess or did not fit all bytes. */
  charset?: string | undefined;
  location: string;
  mailSubject?: string | undefined;
  /** Why it is spam, if it is; it is then held. */
  spamReason?: string | undefined;
  /** The learned filter's judgement, if the filter was ready. */
  judgedAs?: Kind | undefined;
  hops?: number | undefined;
  /** The sender's language, for a mail to the sender. */
  language?: Language | undefined;
  /** Whether recipients or webhooks may be notified; for a submission held as spam, only webhooks. Default: true. */
  hasTargets?: boolean;
  /** Whether its sender has to confirm it first. */
  isPending?: boolean;
  /** A name of the sender's network, for a pending one. */
  network?: string | undefined;
  /** A hash of what was sent, to compare repeated requests by. */
  inputHash?: Uint8Array | undefined;
  /** Whether another request may have stored it under this id. */
  mayExist?: boolean;
  /** Whether an earlier request may have stored it as pending, or not as pending. */
  mayBePending?: boolean;
}

/** @throws ZodError, or SyntaxError for its data or an id that this service did not make */
export function parseSubmission(item: Item): StoredSubmission {
  const { PK, SK, data, files, ...rest } = readStored(SubmissionItem, item);
  const ids = { id: submissionIdOf({ SK }), endpointId: endpointIdOf({ PK }) };
  if (!isId('submission', ids.id)) throw new SyntaxError('not the id of a submission');
  return { ...ids, ...orderedDataOf(data), ...rest, ...(files && { files: submittedFiles(files) }) };
}

/** A submission without its data, which may be unreadable. */
const parseWithoutData = (item: Item): Submission => {
  const { data: _, fieldOrder: _o, ...submission } = parseSubmission({ ...item, data: '{}' });
  return submission;
};

/** A submission marked by a person. Only the service's own marks have a reason. */
const MarkedItem = z.extend(Learning, {
  PK: z.string(),
  SK: z.string(),
  data: StoredData,
  isSpam: z.boolean(),
  spamReason: z.optional(z.undefined()),
  judgedAs: z.optional(Kind),
});

export const SPAM_MARK_ATTRIBUTES = Object.keys(MarkedItem.shape);

/** A stored submission with a person's spam mark, as input for a filter; undefined if nobody marked it. */
export function parseSpamMark(item: Item) {
  const { success, data: marked } = MarkedItem.safeParse(item);
  if (!success) return undefined;
  const { PK, SK, data, isSpam, judgedAs, ...before } = marked;
  const kind: Kind = isSpam ? 'spam' : 'ham';
  const ids = { endpointId: endpointIdOf({ PK }), submissionId: submissionIdOf({ SK }) };
  return { ...ids, kind, judgedAs, before, data: orderedDataOf(data).data };
}

/** Expires by TTL, which may take DynamoDB days: reads compare the time in the id. */
const newPending = (endpointId: string, id: string) => ({
  ...pendingKey(endpointId, id),
  ttl: Math.floor(pendingEndsAt(id) / 1_000),
});

export class Submissions {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /**
   * Stores a submission: one put, 1 write unit per kB, compressed where that saves one; with uploads one transaction at twice the cost.
   * @throws ApiError PAYLOAD_TOO_LARGE when the data exceeds 50,000 bytes as JSON
   * @throws ConditionFailed when another submission has claimed one of the uploads, or, with `mayExist`, when it exists
   */
  async create(endpointId: string, submission: NewSubmission): Promise<SubmissionWithData> {
    const { data, location, charset, mailSubject, spamReason, judgedAs, files, claims = [] } = submission;
    const { hops = 0, language, network, inputHash, mayBePending, mayExist = false } = submission;
    const fieldOrder = submission.fieldOrder?.filter((name) => Object.hasOwn(data, name));
    const json = toStoredJson({ data, fieldOrder });
    const { id = newId('submission'), hasTargets = true, isPending = false } = submission;
    const item = {
      ...(isPending ? newPending(endpointId, id) : submissionKey(endpointId, id)),
      location,
      charset,
      mailSubject,
      judgedAs,
      hops: hops || undefined,
      language,
      network,
      inputHash,
      hasTargets: hasTargets || undefined,
      ...(spamReason !== undefined && { isSpam: true, spamReason, isHeld: true }),
      ...(files && { files: storedFiles(files) }),
    };
    const elsewhere = (isPending ? submissionKey : pendingKey)(endpointId, id);
    const nowhereElse = mayExist && mayBePending ? [{ ConditionCheck: { Key: elsewhere, ...ABSENT } }] : [];
    const write = this.#put(withData(item, json), [...nowhereElse, ...claims]);
    // A new id is random: an existing item with it is this submission, from an attempt whose response was lost.
    await (mayExist || claims.length > 0 ? write : ifConditionHolds(write));
    // Senders must not learn that a submission is held.
    const shown = { id, endpointId, data, location, isSpam: false, isRead: false };
    return { ...shown, ...(charset && { charset }), ...(files && { files }) };
  }

  #put(item: Item, others: TransactionWrite[]): Promise<void> {
    if (others.length === 0) return this.#table.put(item, ABSENT);
    return this.#table.transact([{ Put: { Item: item, ...ABSENT } }, ...others]);
  }

  async find(endpointId: string, id: string): Promise<StoredSubmission | undefined> {
    if (!isId('endpoint', endpointId) || !isId('submission', id)) return undefined;
    const item = await this.#table.get(submissionKey(endpointId, id));
    return item && parseSubmission(item);
  }

  /**
   * Sets flags. A spam mark by a person removes the service's reason, releases what is not spam, and is queued for the
   * endpoint's filter if it learns.
   * @throws ApiError NOT_FOUND when there is no such submission
   */
  async update(
    { id: endpointId, spamFilter }: Pick<StoredEndpoint, 'id' | 'spamFilter'>,
    id: string,
    flags: SubmissionUpdate,
  ): Promise<Submission> {
    if (!isId('submission', id)) throw submissionNotFound();
    const kind: Kind = flags.isSpam ? 'spam' : 'ham';
    const toLearn = spamFilter === 'learn' ? kind : null;
    const decided = flags.isSpam === undefined ? {} : { spamReason: null, toLearn };
    const held = flags.isSpam === false ? { isHeld: null } : {};
    const update = { Key: submissionKey(endpointId, id), ...setAll({ ...flags, ...decided, ...held }) };
    return parseWithoutData(await orNotFound(this.#table.update(onlyIf(PRESENT, update))));
  }

  /**
   * Also deletes one whose key or content this service did not make.
   * @throws ApiError NOT_FOUND when there is no such submission
   */
  async delete(endpointId: string, id: string): Promise<void> {
    const key = submissionKey(endpointId, id);
    if (Buffer.byteLength(key.SK) > SORT_KEY_BYTES_MAX) throw submissionNotFound();
    await orNotFound(this.#table.delete(key, PRESENT));
  }
}

/** The submission with this id; NOT_FOUND unless it exists. Its endpoint's owner is checked with the endpoint. */
export const submissionOf = (endpointId: string, id: string): Lookup<StoredSubmission> => ({
  keys: isId('endpoint', endpointId) && isId('submission', id) ? [submissionKey(endpointId, id)] : [],
  from: ([item]) => {
    if (!item) throw submissionNotFound();
    return parseSubmission(item);
  },
});

/** Serializes data for storage. @throws ApiError PAYLOAD_TOO_LARGE above 50,000 bytes */
export function toStoredJson(sent: OrderedData): string {
  const json = orderedJson(sent);
  const size = Buffer.byteLength(json);
  if (size <= SUBMISSION_BYTES_MAX) return json;
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The submitted data has ${size} bytes as JSON; at most ${SUBMISSION_BYTES_MAX} are stored.`,
  );
}

export const submissionNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such submission.');

const orNotFound = <T>(write: Promise<T>): Promise<T> => unlessConditionFails(write, submissionNotFound);
