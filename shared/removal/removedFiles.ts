import { isOfEndpoint } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import type { RemovalQueue } from './removalQueue.ts';

/**
 * Queues the removal of deleted submissions' files. A pending submission may have been confirmed instead, which the
 * removal checks.
 */
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
