import { isOfSubmission } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import type { RemovalQueue } from './removalQueue.ts';

export const fileRemovalWork = (queue: Pick<RemovalQueue, 'sendFilesOf'>): Work => ({
  name: 'files',
  needsTable: false,
  isAbout: (change) => change.kind === 'submissionRemoved' && change.before.files !== undefined,
  perform: (endpointId, changes) =>
    queue.sendFilesOf(
      endpointId,
      changes.filter(isOfSubmission).map(({ submissionId }) => submissionId),
    ),
});
