import type { FoundSubmission } from './search.ts';

/** A submission's metadata in an export. */
export const FACTS = ['id', 'receivedAt', 'endpointId', 'location', 'isSpam', 'spamReason', 'isRead'] as const;

export interface Exported {
  facts: Partial<Record<(typeof FACTS)[number], string | boolean | undefined>>;
  data: FoundSubmission['data'];
}

/** A submission in an export. */
export const exportedOf = ({ data, createdAt, ...rest }: FoundSubmission): Exported => ({
  facts: { ...rest, receivedAt: createdAt },
  data,
});
