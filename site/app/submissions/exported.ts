import type { OrderedData } from '../../../shared/contract/fieldOrder.ts';
import type { FoundSubmission } from './search.ts';

/** A submission's metadata in an export. */
export const FACTS = [
  'id',
  'receivedAt',
  'endpointId',
  'location',
  'isSpam',
  'spamReason',
  'isRead',
  'charset',
] as const;

export interface Exported extends OrderedData {
  facts: Partial<Record<(typeof FACTS)[number], string | boolean | undefined>>;
}

/** A submission in an export. */
export const exportedOf = ({ data, fieldOrder, createdAt, ...rest }: FoundSubmission): Exported => ({
  facts: { ...rest, receivedAt: createdAt },
  data,
  fieldOrder,
});
