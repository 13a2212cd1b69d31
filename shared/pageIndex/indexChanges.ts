import {
  type Change,
  type EndpointChange,
  isOfPending,
  isOfSubmission,
  type SubmissionChange,
} from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import type { Item } from '../storage/table/table.ts';
import { ENTRY_ATTRIBUTES } from './flagCounts.ts';
import type { StatisticsUpdater } from './statisticsUpdater.ts';
import { type ChangedSubmissions, changedSortIds, type IndexUpdater } from './updater.ts';

export type IndexChange =
  | (Pick<SubmissionChange, 'kind' | 'endpointId' | 'submissionId'> & { after?: Item })
  | Pick<EndpointChange, 'kind' | 'endpointId'>;

export interface ChangeDependencies {
  endpointExists: (endpointId: string) => Promise<boolean>;
  updater: IndexUpdater;
  statistics: StatisticsUpdater;
  /** Queues the removal of a deleted endpoint's items. */
  startRemoval: (endpointId: string) => Promise<void>;
}

export const indexWork = (dependencies: ChangeDependencies): Work => ({
  name: 'index',
  needsTable: true,
  isAbout: (change) => isIndexed(change) && (!isOfSubmission(change) || isCounted(change)),
  perform: (endpointId, changes) => indexChanges(endpointId, changes.filter(isIndexed), dependencies),
});

const isIndexed = (change: Change): change is SubmissionChange | EndpointChange => !isOfPending(change);

/** True if a change affects the index; for a changed submission, only its flags do. */
const isCounted = ({ kind, before, after }: SubmissionChange): boolean =>
  kind !== 'submissionChanged' || ENTRY_ATTRIBUTES.some((name) => before[name] !== after[name]);

/**
 * Updates an endpoint's page index and statistics, and queues the removal of its items once it is deleted. It checks
 * this for every batch, because a submission may be written while its endpoint is being deleted. Idempotent.
 */
export async function indexChanges(
  endpointId: string,
  changes: readonly IndexChange[],
  { endpointExists, updater, statistics, startRemoval }: ChangeDependencies,
): Promise<void> {
  const isRemoved = changes.some(({ kind }) => kind === 'endpointRemoved');
  if (isRemoved) await startRemoval(endpointId);
  const isCreated = changes.some(({ kind }) => kind === 'endpointCreated');
  const found = submissionsIn(changes);
  if (changedSortIds(found).length === 0 && !isCreated) return;
  const isNew = isCreated || found.inserted.length > 0;
  // Must be read before the head: statistics are only written if their version is unchanged since.
  const read = await statistics.read(endpointId);
  // Without new submissions, the endpoint need not be read: during a removal, each further batch costs two reads.
  const [exists, readHead] = await Promise.all([!isNew || endpointExists(endpointId), updater.readHead(endpointId)]);
  // If an endpoint that exists now is deleted later, its own stream record triggers the removal of these submissions.
  if (exists) {
    const head = await updater.update(endpointId, readHead, found);
    await statistics.update(endpointId, { ...read, head }, { changed: changedSortIds(found), creates: isNew });
  } else if (!isRemoved && found.inserted.length > 0) await startRemoval(endpointId);
}

function submissionsIn(changes: readonly IndexChange[]): ChangedSubmissions {
  const idsOf = (...kinds: SubmissionChange['kind'][]) =>
    changes.flatMap((change) => ('submissionId' in change && kinds.includes(change.kind) ? [change.submissionId] : []));
  return {
    inserted: changes.flatMap((change) =>
      change.kind === 'submissionCreated'
        ? [{ id: change.submissionId, data: change.after?.data, files: change.after?.files }]
        : [],
    ),
    removed: idsOf('submissionRemoved'),
    flagged: idsOf('submissionChanged', 'submissionReleased'),
  };
}
