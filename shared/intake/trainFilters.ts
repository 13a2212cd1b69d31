import { loggedId } from '../contract/ids.ts';
import { log } from '../runtime/log.ts';
import { StorageUnavailable } from '../storage/failures.ts';
import { parseMark } from '../storage/submissions.ts';
import type { Item } from '../storage/table.ts';
import type { FilterTrainer } from './filterTrainer.ts';

/** How learning a batch's marks of one endpoint ended. */
interface EndpointOutcome {
  endpointId: string;
  /** The storage did not answer: the marks are to come again. */
  error?: StorageUnavailable;
}

/**
 * Has filters learn a batch of marked submissions, as the table's stream tells them. Any batch may be repeated. Endpoints
 * are handled in parallel. What cannot be learned for another reason than the storage's is logged and left out, because
 * what comes after it in the stream does not wait for a filter.
 */
export function trainFilters(
  items: readonly Item[],
  trainer: Pick<FilterTrainer, 'train'>,
): Promise<EndpointOutcome[]> {
  const marks = items.flatMap(readMark);
  const endpointIds = [...new Set(marks.map(({ endpointId }) => endpointId))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      try {
        const ofEndpoint = marks.filter((mark) => mark.endpointId === endpointId);
        await trainer.train(endpointId, ofEndpoint);
        return { endpointId };
      } catch (error) {
        if (error instanceof StorageUnavailable) return { endpointId, error };
        log('error', 'marks could not be learned', { endpointId: loggedId('endpoint', endpointId) }, error);
        return { endpointId };
      }
    }),
  );
}

/** What is stored is the sender's, and is not logged. */
function readMark(item: Item) {
  try {
    return parseMark(item) ?? [];
  } catch (error) {
    log('error', 'a mark could not be read', {}, error);
    return [];
  }
}
