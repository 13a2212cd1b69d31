import { endpointExists } from '../storage/endpointExistence.ts';
import type { TableAccess } from '../storage/table.ts';
import type { IndexUpdater } from './updater.ts';

/** A change of the table, as its stream reports it. */
export type TableChange =
  | { kind: 'inserted' | 'removed'; endpointId: string; submissionId: string }
  | { kind: 'endpointRemoved'; endpointId: string };

/** How handling a batch's changes of one endpoint ended. */
export interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

export interface ChangeDependencies {
  table: TableAccess;
  updater: IndexUpdater;
  /** Starts the removal of a deleted endpoint's items in the background. */
  startRemoval: (endpointId: string) => Promise<void>;
}

/**
 * Handles a batch of changes: updates page indexes, and starts the removal of deleted endpoints' items. Also of an
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
  { table, updater, startRemoval }: ChangeDependencies,
): Promise<void> {
  const isRemoved = changes.some(({ kind }) => kind === 'endpointRemoved');
  if (isRemoved) await startRemoval(endpointId);
  const inserted = submissionsThatWere('inserted', changes);
  const removed = submissionsThatWere('removed', changes);
  if (inserted.length + removed.length === 0) return;
  // Removed submissions need no read of the endpoint: once its index is gone, each further batch of a removal costs
  // one read.
  const [exists, head] = await Promise.all([
    inserted.length === 0 || endpointExists(table, endpointId),
    updater.readHead(endpointId),
  ]);
  // An endpoint that exists now and is deleted later has a record of its own, whose removal finds these submissions.
  if (exists) await updater.update(endpointId, head, { inserted, removed });
  else if (!isRemoved) await startRemoval(endpointId);
}

const submissionsThatWere = (kind: 'inserted' | 'removed', changes: TableChange[]): string[] =>
  changes.flatMap((change) => (change.kind === kind ? [change.submissionId] : []));
