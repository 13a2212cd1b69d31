import type { OrderedData } from '../../../shared/contract/fieldOrder.ts';
import { isoTimeOf } from '../../../shared/contract/time.ts';
import type { FoundSubmission } from './search.ts';

type Facts = Omit<FoundSubmission, 'createdAt' | keyof OrderedData> & { receivedAt: string };

/** The value of each column about a submission. */
export const FACTS: { [Name in keyof Required<Facts>]: (facts: Facts) => unknown } = {
  id: ({ id }) => id,
  receivedAt: (facts) => isoTimeOf(facts.receivedAt),
  endpointId: ({ endpointId }) => endpointId,
  location: (facts) => facts.location,
  isSpam: ({ isSpam }) => isSpam,
  spamReason: ({ spamReason }) => spamReason,
  isRead: ({ isRead }) => isRead,
  confirmedAt: ({ confirmedAt }) => confirmedAt && isoTimeOf(confirmedAt),
  charset: ({ charset }) => charset,
  knownSender: ({ knownSender }) => knownSender?.name,
  files: ({ files }) => files?.map(({ name }) => name),
};

export interface Exported extends OrderedData {
  facts: Facts;
}

/** A submission in an export. */
export const exportedOf = ({ data, fieldOrder, createdAt, ...rest }: FoundSubmission): Exported => ({
  facts: { ...rest, receivedAt: createdAt },
  data,
  fieldOrder,
});
