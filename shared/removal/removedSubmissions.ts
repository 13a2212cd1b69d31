import { endpointIdOf, submissionIdOf } from '../storage/itemKeys.ts';
import type { ItemKey } from '../storage/partitions.ts';
import type { RemovalQueue } from './removalQueue.ts';

/** How asking for the removal of files of an endpoint's submissions ended. */
interface Outcome {
  endpointId: string;
  error?: unknown;
}

/**
 * Has the files of removed submissions removed in the background: one message for each endpoint. May be repeated.
 * @returns an outcome for each endpoint
 */
export function removeFilesOf(
  removed: readonly Pick<ItemKey, 'PK' | 'SK'>[],
  queue: Pick<RemovalQueue, 'sendFilesOf'>,
): Promise<Outcome[]> {
  const endpointIds = [...new Set(removed.map(endpointIdOf))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      const submissionIds = removed.filter((key) => endpointIdOf(key) === endpointId).map(submissionIdOf);
      try {
        await queue.sendFilesOf(endpointId, submissionIds);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
}
