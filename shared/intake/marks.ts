import { log } from '../runtime/log.ts';
import { parseMark } from '../storage/submissions.ts';
import type { Item } from '../storage/table.ts';
import { featuresOf } from './features.ts';
import type { Mark } from './filterTrainer.ts';

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
