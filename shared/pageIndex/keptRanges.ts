import type { Kept } from '../storage/endpoints/keeping.ts';
import { between, withFlags } from '../storage/table/expressions.ts';
import {
  endpointKey,
  submissionSortKeys,
  submissionSortKeysSince,
  submissionSortKeysWithin,
} from '../storage/table/itemKeys.ts';
import type { Continuation } from '../storage/table/paging.ts';
import type { QueryInput, TableAccess } from '../storage/table/table.ts';

/** Sort keys in which submissions are kept: all, or those that are not spam. */
export interface KeptRange {
  keys: [from: string, to: string];
  isWithoutSpam: boolean;
}

/** The ranges of kept submissions with sort ids above `after` and up to `through` ('' for no bound), newest first. */
export function keptRanges({ from, spamFrom }: Kept, after = '', through = ''): KeptRange[] {
  const keysSince = (place: string) =>
    place > after ? submissionSortKeysSince(place, through) : submissionSortKeys(after, through);
  const newer = { keys: keysSince(spamFrom), isWithoutSpam: false };
  if (spamFrom === from || spamFrom <= after) return [newer];
  const [first, last] = keysSince(from);
  const [, end] = submissionSortKeysWithin('', spamFrom);
  const older = (to: string): KeptRange => ({ keys: [first, to], isWithoutSpam: true });
  return through !== '' && through < spamFrom ? [older(last)] : [newer, older(end)];
}

/** Requests of a range. Where spam is left out, only the first has a limit, because that counts spam too. */
export function requestsOf(table: Pick<TableAccess, 'query'>, endpointId: string, { keys, isWithoutSpam }: KeptRange) {
  const range = between(endpointKey(endpointId).PK, keys);
  const query = withFlags(range, { isSpam: isWithoutSpam ? false : undefined });
  return (options: Partial<QueryInput>) =>
    ({ ExclusiveStartKey, Limit }: Continuation) => {
      const limited = isWithoutSpam && ExclusiveStartKey ? {} : { Limit };
      return table.query({ ...query, ...options, ExclusiveStartKey, ...limited });
    };
}
