import { isOfEndpoint } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import type { RemovalQueue } from './removalQueue.ts';

/** Queues the removal of deleted submissions' files. A pending one may have been confirmed: the removal looks. */
export const fileRemovalWork = (queue: Pick<RemovalQueue, 'sendFilesOf'>): Work => ({
  name: 'files',
  needsTable: false,
  isAbout: (change) =>
    (change.kind === 'submissionRemoved' || change.kind === 'pendingRemoved') && change.before.files !== undefined,
  perform: (endpointId, changes) =>
    queue.sendFilesOf(
      endpointId,
      changes.flatMap((change) => (isOfEndpoint(change) ? [] : [change.submissionId])),
    ),
});
