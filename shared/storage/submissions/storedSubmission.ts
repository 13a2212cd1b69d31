import * as z from 'zod/mini';
import { UNKNOWN_LOCATION } from '../../contract/choices.ts';
import { LANGUAGES, type Language } from '../../contract/formLanguages.ts';
import { isId } from '../../contract/ids.ts';
import { HOPS_MAX } from '../../contract/limits.ts';
import { SubmissionMetadata, type SubmissionWithData } from '../../contract/schemas/submissions/submission.ts';
import { Kind, Learning } from '../filter/learning.ts';
import { endpointIdOf, submissionIdOf } from '../table/itemKeys.ts';
import { readStored } from '../table/stored.ts';
import type { Item } from '../table/table.ts';
import { attributeNames, together } from '../table/written.ts';
import { orderedDataOf, StoredData } from './submittedData.ts';
import { StoredFiles, submittedFiles } from './submittedFiles.ts';

// Part of its key, or only known later.
const { id: _id, endpointId: _endpointId, isSpam, isRead, spamReason, confirmedAt, ...SENT } = SubmissionMetadata.shape;

/** Attributes of a submission on arrival. */
export const SentAttributes = z.object({
  ...SENT,
  data: StoredData,
  location: z._default(z.string(), UNKNOWN_LOCATION),
  files: z.optional(StoredFiles),
  mailSubject: z.optional(z.string()),
  /** The learned filter's judgement, if the filter was ready. */
  judgedAs: z.optional(Kind),
  /** Length of the chain of webhook deliveries that led to it, at most `HOPS_MAX`; absent for none. */
  hops: z.optional(z.number()),
  language: z.optional(z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]])),
  /** True if recipients or webhooks may be notified; for a submission held as spam, only webhooks. */
  hasTargets: z.optional(z.boolean()),
});
export const SENT_ATTRIBUTES = /* @__PURE__ */ attributeNames(SentAttributes);

/** Further attributes of a submission that waits for its sender's confirmation. */
export const PENDING_ATTRIBUTES = ['network'] as const;
/** Attributes of a submission that is held as spam. */
export const HELD_ATTRIBUTES = ['isSpam', 'spamReason', 'isHeld'] as const;
/** Attributes that a person's marks write. */
export const MARKED_ATTRIBUTES = /* @__PURE__ */ together(HELD_ATTRIBUTES, ['releasedAt', 'isRead', 'toLearn']);

/** A submission as stored: flags are present only once set. */
export const SubmissionItem = z.extend(SentAttributes, {
  PK: z.string(),
  SK: z.string(),
  isSpam: z._default(isSpam, false),
  isRead: z._default(isRead, false),
  spamReason,
  /** Classified as spam on arrival, and nobody was notified. */
  isHeld: z.optional(z.boolean()),
  /** When it was released, in the contract's format; absent for those that were released before this was recorded. */
  releasedAt: z.optional(z.string()),
  confirmedAt,
  /** The number of times that the sender has requested another mail to confirm. */
  resends: z.optional(z.number()),
  /** A name of the sender's network, while the sender has to confirm. */
  network: z.optional(z.string()),
});

export type StoredSubmission = SubmissionWithData &
  Omit<z.output<typeof SubmissionItem>, 'PK' | 'SK' | 'data' | 'files'>;

/** True if webhooks get no events of a submission because it may be part of a loop. */
export const hasTooManyHops = ({ hops = 0 }: Pick<StoredSubmission, 'hops'>): boolean => hops >= HOPS_MAX;

/** @throws ZodError, or SyntaxError for its data or an id that this service did not make */
export function parseSubmission(item: Item): StoredSubmission {
  const { PK, SK, data, files, ...rest } = readStored(SubmissionItem, item);
  const ids = { id: submissionIdOf({ SK }), endpointId: endpointIdOf({ PK }) };
  if (!isId('submission', ids.id)) throw new SyntaxError('not the id of a submission');
  return { ...ids, ...orderedDataOf(data), ...rest, ...(files && { files: submittedFiles(files) }) };
}

/** A submission marked by a person. Only the service's own marks have a reason. */
const MarkedItem = z.extend(Learning, {
  PK: z.string(),
  SK: z.string(),
  data: StoredData,
  isSpam: z.boolean(),
  spamReason: z.optional(z.undefined()),
  judgedAs: z.optional(Kind),
});

export const SPAM_MARK_ATTRIBUTES = /* @__PURE__ */ attributeNames(MarkedItem);

/** A stored submission with a person's spam mark, as input for a filter; undefined without a mark. */
export function parseSpamMark(item: Item) {
  const { success, data: marked } = MarkedItem.safeParse(item);
  if (!success) return undefined;
  const { PK, SK, data, isSpam, judgedAs, ...before } = marked;
  const kind: Kind = isSpam ? 'spam' : 'ham';
  const ids = { endpointId: endpointIdOf({ PK }), submissionId: submissionIdOf({ SK }) };
  return { ...ids, kind, judgedAs, before, data: orderedDataOf(data).data };
}
