import * as z from 'zod/mini';
import type { Submission } from '../contract/schemas/submission.ts';
import { projecting, updateIf } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { pendingEndsAt, pendingKey, submissionKey } from './itemKeys.ts';
import { readStored } from './stored.ts';
import { SubmissionItem } from './submissions.ts';
import { submittedFiles } from './submittedFiles.ts';
import type { TableAccess } from './table.ts';

/** What the response to a repeated request needs of a submission: not its data, which the function must not read. */
const FirstItem = z.extend(z.pick(SubmissionItem, { location: true, charset: true, files: true, spamReason: true }), {
  inputHash: z.optional(z.instanceof(Uint8Array)),
});
export const FIRST_ATTRIBUTES = Object.keys(FirstItem.shape);

export interface FirstSubmission {
  inputHash?: Uint8Array | undefined;
  spamReason?: string | undefined;
  submission: Submission;
}

/** What the first of several requests for a submission has stored. */
export class FirstSubmissions {
  readonly #table: Pick<TableAccess, 'getAll' | 'update'>;

  constructor(table: Pick<TableAccess, 'getAll' | 'update'>) {
    this.#table = table;
  }

  async find(endpointId: string, id: string): Promise<FirstSubmission | undefined> {
    // Nobody can confirm an expired one, which the table's TTL may remove days later.
    const mayBePending = pendingEndsAt(id) > Date.now();
    const keys = [submissionKey(endpointId, id), ...(mayBePending ? [pendingKey(endpointId, id)] : [])];
    const [item] = await this.#table.getAll(keys, projecting(FIRST_ATTRIBUTES));
    if (!item) return undefined;
    const { inputHash, spamReason, files, ...rest } = readStored(FirstItem, item);
    const shown = { id, endpointId, ...rest, isSpam: false, isRead: false };
    return { inputHash, spamReason, submission: { ...shown, ...(files && { files: submittedFiles(files) }) } };
  }

  /** Releases a submission that is held only for this reason. */
  async release(endpointId: string, id: string, spamReason: string): Promise<void> {
    const before = { spamReason, isHeld: true };
    const update = updateIf(submissionKey(endpointId, id), before, { isSpam: false, spamReason: null, isHeld: null });
    await ifConditionHolds(this.#table.update(update));
  }
}
