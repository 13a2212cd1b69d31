import { type EndpointChange, isOfSubmission, type SubmissionChange } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import { ENTRY_ATTRIBUTES } from './states.ts';
import type { StatisticsUpdater } from './statisticsUpdater.ts';
import { type Changes, type IndexUpdater, marksOf } from './updater.ts';

/** A change, as far as the index needs to know it. */
export type IndexChange =
  | Pick<SubmissionChange, 'kind' | 'endpointId' | 'submissionId'>
  | Pick<EndpointChange, 'kind' | 'endpointId'>;

export interface ChangeDependencies {
  /** Whether there is such an endpoint. */
  endpointExists: (endpointId: string) => Promise<boolean>;
  updater: IndexUpdater;
  statistics: StatisticsUpdater;
  /** Starts the removal of a deleted endpoint's items in the background. */
  startRemoval: (endpointId: string) => Promise<void>;
}

/** Keeps page indexes and statistics. */
export const indexWork = (dependencies: ChangeDependencies): Work => ({
  name: 'index',
  needsTable: true,
  isAbout: (change) => !isOfSubmission(change) || isCounted(change),
  perform: (endpointId, changes) => indexChanges(endpointId, changes, dependencies),
});

/** Whether a change is one that the index counts: of a changed submission, its flags. */
const isCounted = ({ kind, before, after }: SubmissionChange): boolean =>
  kind !== 'submissionChanged' || ENTRY_ATTRIBUTES.some((name) => before[name] !== after[name]);

/**
 * Updates an endpoint's page index and statistics, and starts the removal of its items once it is deleted. Also when its
 * own record is in another batch, because a submission may be written while its endpoint is deleted. May be repeated.
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
  if (marksOf(found).length === 0 && !isCreated) return;
  const isNew = isCreated || found.inserted.length > 0;
  // Before the head: statistics are written only if no others were written since that was read.
  const stored = await statistics.read(endpointId);
  // Without new submissions there is no need to read the endpoint: once its index is gone, each further batch of a
  // removal costs two reads.
  const [exists, readHead] = await Promise.all([!isNew || endpointExists(endpointId), updater.readHead(endpointId)]);
  // An endpoint that exists now and is deleted later has a record of its own, whose removal finds these submissions.
  if (exists) {
    const head = await updater.update(endpointId, readHead, found);
    await statistics.update(endpointId, { stored, head }, { changed: marksOf(found), creates: isNew });
  } else if (!isRemoved && found.inserted.length > 0) await startRemoval(endpointId);
}

function submissionsIn(changes: readonly IndexChange[]): Changes {
  const idsOf = (...kinds: SubmissionChange['kind'][]) =>
    changes.flatMap((change) => ('submissionId' in change && kinds.includes(change.kind) ? [change.submissionId] : []));
  return {
    inserted: idsOf('submissionCreated'),
    removed: idsOf('submissionRemoved'),
    marked: idsOf('submissionChanged', 'submissionReleased'),
  };
}
