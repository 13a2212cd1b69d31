import type { TableChange } from '../../../shared/pageIndex/tableChanges.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf, SORT_PREFIX, submissionIdOf } from '../../../shared/storage/itemKeys.ts';
import type { StreamEvent } from '../../support/simulator/memoryItems.ts';

/** What the stream's filter lets through of an event. */
export function changesOf({ eventName, PK, SK }: StreamEvent): TableChange[] {
  const endpointId = endpointIdOf({ PK });
  if (SK === ENDPOINT_SORT_KEY && eventName === 'REMOVE') return [{ kind: 'endpointRemoved', endpointId }];
  if (!SK.startsWith(SORT_PREFIX.submission) || eventName === 'MODIFY') return [];
  return [{ kind: eventName === 'INSERT' ? 'inserted' : 'removed', endpointId, submissionId: submissionIdOf({ SK }) }];
}
