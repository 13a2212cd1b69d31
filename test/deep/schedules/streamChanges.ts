import type { TableChange } from '../../../shared/pageIndex/tableChanges.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf, SORT_PREFIX, submissionIdOf } from '../../../shared/storage/itemKeys.ts';
import type { StreamEvent } from '../../support/simulator/memoryItems.ts';

/** What the stream's filter lets through of an event. */
export function changesOf({ eventName, PK, SK }: StreamEvent): TableChange[] {
  const endpointId = endpointIdOf({ PK });
  if (SK === ENDPOINT_SORT_KEY) {
    return eventName === 'MODIFY'
      ? []
      : [{ kind: `endpoint${eventName === 'REMOVE' ? 'Removed' : 'Created'}`, endpointId }];
  }
  if (!SK.startsWith(SORT_PREFIX.submission)) return [];
  return [{ kind: KINDS[eventName], endpointId, submissionId: submissionIdOf({ SK }) }];
}

const KINDS = { INSERT: 'inserted', MODIFY: 'marked', REMOVE: 'removed' } as const;
