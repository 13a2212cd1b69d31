import { log } from '../runtime/log.ts';
import { parseSpamMark } from '../storage/submissions/storedSubmission.ts';
import type { Item } from '../storage/table/table.ts';
import { featuresOf } from './features.ts';
import type { SpamMark } from './filterTrainer.ts';

/**
 * People's spam marks on stored submissions. Unreadable submissions are logged and skipped, so that they do not block
 * others.
 */
export function spamMarksOf(items: readonly Item[]): (SpamMark & { endpointId: string })[] {
  return items.flatMap((item) => {
    try {
      const mark = parseSpamMark(item);
      return mark ? { ...mark, features: featuresOf(mark.data) } : [];
    } catch (error) {
      log('error', 'a spam mark could not be read', {}, error);
      return [];
    }
  });
}
