import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { receivedAt } from './receivedAt.ts';

/** What a file tells of a submission besides its data. */
export const FACTS = ['id', 'receivedAt', 'endpointId', 'location', 'isSpam', 'spamReason', 'isRead'] as const;

export interface Exported {
  facts: Partial<Record<(typeof FACTS)[number], string | boolean | undefined>>;
  data: SubmissionWithData['data'];
}

/** A submission in a file, with its time, which its id tells only to programs. */
export const exportedOf = ({ data, id, ...rest }: SubmissionWithData): Exported => ({
  facts: { ...rest, id, receivedAt: receivedAt(id).toISOString() },
  data,
});
