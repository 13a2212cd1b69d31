import { Remains } from '../removal/remains.ts';
import type { TableAccess } from '../storage/table.ts';
import type { IndexUpdater } from './updater.ts';

/** A change of the table that its upkeep follows, as the stream tells it. */
export type TableChange =
  | { kind: 'inserted' | 'removed'; endpointId: string; submissionId: string }
  | { kind: 'endpointRemoved'; endpointId: string };

/** What a batch of changes did to one endpoint. */
export interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

export interface Upkeep {
  table: TableAccess;
  updater: IndexUpdater;
  /** Hands on the removal of what a deleted endpoint leaves behind. */
  purge: (endpointId: string) => Promise<void>;
}

/**
 * Follows a batch of changes: page indexes are brought up to date, and what a removed endpoint leaves is handed to
 * the purge, also when its removal's own record is still to come, or came before that of a submission that was
 * being written. Any batch may be repeated. Endpoints are handled side by side; one that fails holds up no other.
 */
export async function keepUp(changes: readonly TableChange[], upkeep: Upkeep): Promise<EndpointOutcome[]> {
  const endpointIds = [...new Set(changes.map(({ endpointId }) => endpointId))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      const ofEndpoint = changes.filter((change) => change.endpointId === endpointId);
      try {
        await keepUpEndpoint(endpointId, ofEndpoint, upkeep);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
}

async function keepUpEndpoint(endpointId: string, changes: TableChange[], { table, updater, purge }: Upkeep) {
  const isRemoved = changes.some(({ kind }) => kind === 'endpointRemoved');
  if (isRemoved) await purge(endpointId);
  const inserted = submissionsThatWere('inserted', changes);
  const removed = submissionsThatWere('removed', changes);
  if (inserted.length + removed.length === 0) return;
  const remains = new Remains(table);
  // A removal asks for no endpoint: once the endpoint's index is gone, the rest of a purge costs one read a batch.
  const [exists, head] = await Promise.all([
    inserted.length === 0 || remains.endpointExists(endpointId),
    updater.readHead(endpointId),
  ]);
  // If the endpoint is still there, its removal comes by later and finds the submissions.
  if (exists) await updater.update(endpointId, head, { inserted, removed });
  else if (!isRemoved) await purge(endpointId);
}

const submissionsThatWere = (kind: 'inserted' | 'removed', changes: TableChange[]): string[] =>
  changes.flatMap((change) => (change.kind === kind ? [change.submissionId] : []));
