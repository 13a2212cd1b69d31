import * as z from 'zod/mini';
import type { Submission } from '../../contract/schemas/submissions/submission.ts';
import { isDue, type Keeping } from '../endpoints/keeping.ts';
import { ABSENT, hasValues } from '../table/expressions.ts';
import { pendingEndsAt, pendingKey, submissionKey, submittedAt } from '../table/itemKeys.ts';
import { projecting } from '../table/projecting.ts';
import { readStored } from '../table/stored.ts';
import type { TableAccess, TransactionWrite } from '../table/table.ts';
import { attributeNames, type WrittenFrom } from '../table/written.ts';
import { deletionKey, SETTLED_AFTER_MS } from './requestRecords.ts';
import { SubmissionItem } from './storedSubmission.ts';
import { submittedFiles } from './submittedFiles.ts';

/** Attributes that the response to a repeated request needs: not the data, which the function must not read. */
const FirstItem = z.pick(SubmissionItem, {
  location: true,
  charset: true,
  files: true,
  spamReason: true,
  knownSender: true,
});
export const FIRST_ATTRIBUTES = /* @__PURE__ */ attributeNames(FirstItem);
/** Attributes that show that a submission is still held. */
export const STILL_HELD_ATTRIBUTES = ['spamReason', 'isHeld'] as const;

/** The result of the first of several requests for a submission. */
export interface FirstSubmission {
  /** Undefined if it was deleted, is due or would be as spam, or was never stored and no request can store it any more. */
  submission?: Submission;
  spamReason?: string | undefined;
  /** Checks that it is still absent, or still held. */
  unchanged: TransactionWrite[];
}

/** @returns undefined while another request may be storing it */
export async function findFirst(
  table: Pick<TableAccess, 'get' | 'getAll'>,
  { id: endpointId, ...keeping }: Keeping & { id: string },
  id: string,
): Promise<FirstSubmission | undefined> {
  // As if it were spam, so that nobody learns from the response whether it is.
  if (isDue(keeping, { id, isSpam: true }, Date.now())) return { unchanged: [] };
  const key = submissionKey(endpointId, id);
  // Nobody can confirm an expired one, which the table's TTL may remove days later.
  const places = pendingEndsAt(id) > Date.now() ? [key, pendingKey(endpointId, id)] : [key];
  // Looks again at the first place: it may have been confirmed between the batch's reads.
  for (const keys of [places, [key]]) {
    const [item] = await table.getAll(keys, projecting(FIRST_ATTRIBUTES));
    if (!item) continue;
    const { spamReason, files, ...rest } = readStored(FirstItem, item);
    const shown = { id, endpointId, ...rest, isSpam: false, isRead: false };
    const submission = { ...shown, ...(files && { files: submittedFiles(files) }) };
    const held = { spamReason, isHeld: true } satisfies WrittenFrom<typeof STILL_HELD_ATTRIBUTES>;
    return { submission, spamReason, unchanged: [{ ConditionCheck: { Key: key, ...hasValues(held) } }] };
  }
  const isSettled = submittedAt(id) + SETTLED_AFTER_MS <= Date.now();
  if (!isSettled && !(await table.get(deletionKey(endpointId, id)))) return undefined;
  return { unchanged: places.map((Key) => ({ ConditionCheck: { Key, ...ABSENT } })) };
}
