import { changeKindOf } from '../../../shared/changes/kinds.ts';
import type { IndexChange } from '../../../shared/pageIndex/indexChanges.ts';
import { endpointIdOf, submissionIdOf } from '../../../shared/storage/table/itemKeys.ts';
import type { StreamEvent } from '../../support/simulator/memoryItems.ts';

export function changesOf({ eventName, PK, SK }: StreamEvent): IndexChange[] {
  const kind = changeKindOf({ eventName, SK, before: {}, after: {} });
  if (kind === undefined || kind === 'pendingCreated' || kind === 'pendingChanged' || kind === 'pendingRemoved')
    return [];
  const endpointId = endpointIdOf({ PK });
  if (kind === 'endpointCreated' || kind === 'endpointRemoved') return [{ kind, endpointId }];
  return [{ kind, endpointId, submissionId: submissionIdOf({ SK }) }];
}
