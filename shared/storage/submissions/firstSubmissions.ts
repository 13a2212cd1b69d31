import * as z from 'zod/mini';
import type { Submission } from '../../contract/schemas/submissions/submission.ts';
import { hasValues, projecting, updateIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { pendingEndsAt, pendingKey, submissionKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readStored } from '../table/stored.ts';
import type { TableAccess, TransactionWrite } from '../table/table.ts';
import { attributeNames, type WrittenFrom } from '../table/written.ts';
import { deletionKey, isSettled } from './requestRecords.ts';
import { type RELEASED_ATTRIBUTES, releasedAt, SubmissionItem } from './submissions.ts';
import { submittedFiles } from './submittedFiles.ts';

/** What the response to a repeated request needs of a submission: not its data, which the function must not read. */
const FirstItem = z.pick(SubmissionItem, { location: true, charset: true, files: true, spamReason: true });
export const FIRST_ATTRIBUTES = /* @__PURE__ */ attributeNames(FirstItem);

export interface FirstSubmission {
  spamReason?: string | undefined;
  submission: Submission;
}

type FirstTable = Pick<TableAccess, 'get' | 'getAll' | 'transact'>;

/** What the first of several requests for a submission has stored. */
export class FirstSubmissions {
  readonly #table: FirstTable;

  constructor(table: FirstTable) {
    this.#table = table;
  }

  /** @returns undefined while another request may be storing it, `gone` if none can be */
  async find(endpointId: string, id: string): Promise<FirstSubmission | 'gone' | undefined> {
    const first = await this.#look(endpointId, id);
    if (first) return first;
    if (isSettled(id)) return 'gone';
    if (!(await this.#table.get(deletionKey(endpointId, id)))) return undefined;
    // It may have been stored since, and its deletion is recorded before it happens.
    return (await this.#look(endpointId, id)) ?? 'gone';
  }

  async #look(endpointId: string, id: string): Promise<FirstSubmission | undefined> {
    // Nobody can confirm an expired one, which the table's TTL may remove days later.
    const mayBePending = pendingEndsAt(id) > Date.now();
    const places = [submissionKey(endpointId, id), ...(mayBePending ? [pendingKey(endpointId, id)] : [])];
    // Looks again at the first place: it may have been confirmed between the batch's reads.
    for (const keys of [places, places.slice(0, 1)]) {
      const [item] = await this.#table.getAll(keys, projecting(FIRST_ATTRIBUTES));
      if (!item) continue;
      const { spamReason, files, ...rest } = readStored(FirstItem, item);
      const shown = { id, endpointId, ...rest, isSpam: false, isRead: false };
      return { spamReason, submission: { ...shown, ...(files && { files: submittedFiles(files) }) } };
    }
    return undefined;
  }

  /**
   * Releases a submission that is held only for this reason.
   * @returns whether it is released; not if it has changed, or the record no longer leads to it
   */
  async release(held: HeldSubmission, recordedAt: ItemKey): Promise<boolean> {
    const { endpointId, id, spamReason } = held;
    const released = { isSpam: false, spamReason: null, ...releasedAt(Date.now()) } satisfies WrittenFrom<
      typeof RELEASED_ATTRIBUTES
    >;
    const Update = updateIf(submissionKey(endpointId, id), { spamReason, isHeld: true }, released);
    const record = { ConditionCheck: { Key: recordedAt, ...hasValues({ response: id }) } };
    return ifConditionHolds(this.#table.transact([{ Update }, record]));
  }
}

/** What shows that a submission is still held. */
export const STILL_HELD_ATTRIBUTES = ['spamReason', 'isHeld'] as const;

export interface HeldSubmission {
  endpointId: string;
  id: string;
  spamReason: string;
}

/** Checks that a submission was not released meanwhile. */
export const stillHeld = ({ endpointId, id, spamReason }: HeldSubmission): TransactionWrite => ({
  ConditionCheck: {
    Key: submissionKey(endpointId, id),
    ...hasValues({ spamReason, isHeld: true } satisfies WrittenFrom<typeof STILL_HELD_ATTRIBUTES>),
  },
});
