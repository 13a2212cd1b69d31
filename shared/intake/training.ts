import * as z from 'zod/mini';
import { isOfSubmission } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import { isId } from '../contract/ids.ts';
import type { MessageQueue } from '../runtime/messageQueue.ts';
import { projecting } from '../storage/expressions.ts';
import { StorageUnavailable } from '../storage/failures.ts';
import { submissionKey } from '../storage/itemKeys.ts';
import { LearnedFilters } from '../storage/learnedFilters.ts';
import { SPAM_MARK_ATTRIBUTES } from '../storage/submissions.ts';
import type { TableAccess } from '../storage/table.ts';
import { FilterTrainer } from './filterTrainer.ts';
import { spamMarksOf } from './marks.ts';

const idOf = (kind: 'endpoint' | 'submission') =>
  z.string().check(z.refine((id) => isId(kind, id), "must be an id of this service's"));

/** Names submissions that people marked as spam or as not spam. */
export const TrainingMessage = z.object({ endpointId: idOf('endpoint'), submissionIds: z.array(idOf('submission')) });

/**
 * Trains an endpoint's filter with the current spam marks of submissions.
 * @returns how many it learned
 */
export async function trainFilter(
  table: TableAccess,
  { endpointId, submissionIds }: z.output<typeof TrainingMessage>,
): Promise<number> {
  const items = await table.getAll(
    submissionIds.map((id) => submissionKey(endpointId, id)),
    projecting(SPAM_MARK_ATTRIBUTES),
  );
  return new FilterTrainer(new LearnedFilters(table)).train(endpointId, spamMarksOf(items));
}

export const trainingWork = (queue: Pick<MessageQueue, 'send'>): Work => ({
  name: 'training',
  needsTable: false,
  isAbout: (change) => isOfSubmission(change) && change.after.toLearn !== undefined,
  perform: async (endpointId, changes) => {
    const submissionIds = [...new Set(changes.filter(isOfSubmission).map(({ submissionId }) => submissionId))];
    const body = JSON.stringify({ endpointId, submissionIds } satisfies z.output<typeof TrainingMessage>);
    try {
      await queue.send({ body, group: endpointId });
    } catch (error) {
      throw StorageUnavailable.orAsIs(error);
    }
  },
});
