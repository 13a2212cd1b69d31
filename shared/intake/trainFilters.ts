import { log } from '../runtime/log.ts';
import { parseMark } from '../storage/submissions.ts';
import type { Item } from '../storage/table.ts';
import { featuresOf } from './features.ts';
import type { FilterTrainer, Mark } from './filterTrainer.ts';

/** How learning a batch's marks of one endpoint ended. */
interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

/**
 * Has filters learn a batch of marked submissions, as the table's stream tells them. Any batch may be repeated. Endpoints
 * are handled in parallel, and one that fails delays no other.
 */
export function trainFilters(
  items: readonly Item[],
  trainer: Pick<FilterTrainer, 'train'>,
): Promise<EndpointOutcome[]> {
  const marks = marksOf(items);
  const endpointIds = [...new Set(marks.map(({ endpointId }) => endpointId))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      try {
        const ofEndpoint = marks.filter((mark) => mark.endpointId === endpointId);
        await trainer.train(endpointId, ofEndpoint);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
}

/**
 * The marks that people made of stored submissions. A submission that cannot be read is left out, and the log says so:
 * what comes after it in the stream does not wait for it.
 */
export function marksOf(items: readonly Item[]): (Mark & { endpointId: string })[] {
  return items.flatMap((item) => {
    try {
      const mark = parseMark(item);
      return mark ? { ...mark, features: featuresOf(mark.data) } : [];
    } catch (error) {
      log('error', 'a mark could not be read', {}, error);
      return [];
    }
  });
}
