import type { StatisticsUpdater } from './statisticsUpdater.ts';
import { type Changes, type IndexUpdater, marksOf } from './updater.ts';

/** A change of the table, as its stream reports it. */
export type TableChange =
  | { kind: 'inserted' | 'removed' | 'marked'; endpointId: string; submissionId: string }
  | { kind: 'endpointCreated' | 'endpointRemoved'; endpointId: string };

/** How handling a batch's changes of one endpoint ended. */
export interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

export interface ChangeDependencies {
  /** Whether there is such an endpoint. */
  endpointExists: (endpointId: string) => Promise<boolean>;
  updater: IndexUpdater;
  statistics: StatisticsUpdater;
  /** Starts the removal of a deleted endpoint's items in the background. */
  startRemoval: (endpointId: string) => Promise<void>;
}

/**
 * Handles a batch of changes: updates page indexes and statistics, and starts the removal of deleted endpoints' items. Also of an
 * endpoint whose own record is in another batch, because a submission may be written while its endpoint is deleted. Any
 * batch may be repeated. Endpoints are handled in parallel, and one that fails delays no other.
 */
export async function handleChanges(
  changes: readonly TableChange[],
  dependencies: ChangeDependencies,
): Promise<EndpointOutcome[]> {
  const endpointIds = [...new Set(changes.map(({ endpointId }) => endpointId))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      const ofEndpoint = changes.filter((change) => change.endpointId === endpointId);
      try {
        await handleEndpoint(endpointId, ofEndpoint, dependencies);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
}

async function handleEndpoint(
  endpointId: string,
  changes: TableChange[],
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

function submissionsIn(changes: TableChange[]): Changes {
  const found: Changes = { inserted: [], removed: [], marked: [] };
  for (const change of changes) if ('submissionId' in change) found[change.kind].push(change.submissionId);
  return found;
}
