import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.ts';
import { isId } from '../contract/ids.ts';
import { SUBMISSION_BYTES_MAX } from '../contract/limits.ts';
import type { SubmissionData, SubmissionUpdate, SubmissionWithData } from '../contract/schemas/submission.ts';
import { newId } from '../runtime/newId.ts';
import { ABSENT, onlyIf, PRESENT, setAll } from './expressions.ts';
import { endpointIdOf, submissionIdOf, submissionKey } from './itemKeys.ts';
import { ConditionFailed, type Item, type TableAccess } from './table.ts';

/** A submission as it is stored: a flag is there only when it was set, the data is its JSON. */
const StoredSubmission = z.object({
  PK: z.string(),
  SK: z.string(),
  data: z.string(),
  location: z.string(),
  isSpam: z._default(z.boolean(), false),
  isRead: z._default(z.boolean(), false),
});

/** A stored item as a submission. */
export function parseSubmission(item: Item): SubmissionWithData {
  const { PK, SK, data, ...rest } = StoredSubmission.parse(item);
  return { id: submissionIdOf({ SK }), endpointId: endpointIdOf({ PK }), data: JSON.parse(data), ...rest };
}

export class Submissions {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /**
   * Stores what was submitted: one put, 1 write unit per kB.
   * @throws ApiError PAYLOAD_TOO_LARGE when the data is more than 50,000 bytes as JSON
   */
  async create(endpointId: string, data: SubmissionData, location: string): Promise<SubmissionWithData> {
    const json = JSON.stringify(data);
    const size = Buffer.byteLength(json);
    if (size > SUBMISSION_BYTES_MAX) {
      throw new ApiError(
        'PAYLOAD_TOO_LARGE',
        `The submitted data has ${size} bytes as JSON; at most ${SUBMISSION_BYTES_MAX} are stored.`,
      );
    }
    const id = newId('submission');
    try {
      const item = { ...submissionKey(endpointId, id), data: json, location };
      await this.#table.put(item, ABSENT);
    } catch (error) {
      // The id is random: an item that has it is this one, stored by an attempt whose answer was lost.
      if (!(error instanceof ConditionFailed)) throw error;
    }
    return { id, endpointId, data, location, isSpam: false, isRead: false };
  }

  async find(endpointId: string, id: string): Promise<SubmissionWithData | undefined> {
    if (!isId('endpoint', endpointId) || !isId('submission', id)) return undefined;
    const item = await this.#table.get(submissionKey(endpointId, id));
    return item && parseSubmission(item);
  }

  /** @throws ApiError NOT_FOUND when there is no such submission */
  async update(endpointId: string, id: string, flags: SubmissionUpdate): Promise<SubmissionWithData> {
    if (!isId('submission', id)) throw submissionNotFound();
    const update = { Key: submissionKey(endpointId, id), ...setAll(flags) };
    return parseSubmission(await orNotFound(this.#table.update(onlyIf(PRESENT, update))));
  }

  /** @throws ApiError NOT_FOUND when there is no such submission */
  async delete(endpointId: string, id: string): Promise<void> {
    if (!isId('submission', id)) throw submissionNotFound();
    await orNotFound(this.#table.delete(submissionKey(endpointId, id), PRESENT.ConditionExpression));
  }
}

export const submissionNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such submission.');

async function orNotFound<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof ConditionFailed ? submissionNotFound() : error;
  }
}
