import { endpointMustExist } from '../storage/endpoints/endpointExistence.ts';
import { ABSENT, hasValues, onlyIf, setAll } from '../storage/table/expressions.ts';
import { indexHeadKey, indexPageKey, statisticsKey } from '../storage/table/itemKeys.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { ConditionFailed, type Item, type TableAccess, type TransactionWrite } from '../storage/table/table.ts';
import type { Head } from './head.ts';
import type { Segment } from './segments.ts';
import { encodeEntries, encodeReasons, encodeSegments } from './segmentText.ts';
import type { Statistics } from './statistics.ts';

export interface Draft {
  head: Head;
  pages: Map<number, Segment[]>;
  words?: TransactionWrite[] | undefined;
}

export type CountedStatistics = Omit<Statistics, 'version' | 'mails'>;

/** Outcome of a write: `stale` if another writer was first, `gone` if the endpoint is deleted. */
export type WriteOutcome = 'written' | 'stale' | 'gone';

/** An endpoint and the version of the item as read, 0 for none. */
interface Target {
  endpointId: string;
  version: unknown;
}

/** Attempts at an update while other writers change the index. */
export const PASSES_MAX = 50;

export const stillChanging = (endpointId: string): Error =>
  new Error(`the page index of ${endpointId} was still being changed after ${PASSES_MAX} passes`);

export function writeIndex(
  table: TableAccess,
  target: Target,
  { head, pages, words = [] }: Draft,
): Promise<WriteOutcome> {
  const values = {
    pages: encodeSegments(head.pages),
    lastPageSize: head.lastPageSize,
    openSegments: encodeSegments(head.open),
  };
  const puts = [...pages].map(([page, segments]) => ({
    Put: { Item: { ...indexPageKey(target.endpointId, page), segments: encodeSegments(segments) } },
  }));
  return writeNext(table, target, { key: indexHeadKey(target.endpointId), values, puts: [...puts, ...words] });
}

export function writeStatistics(table: TableAccess, target: Target, next: CountedStatistics): Promise<WriteOutcome> {
  const { submissions, flagCounts, lastSubmissionAt = null, last, tail } = next;
  const { unread, spam, unreadSpam, reasons } = flagCounts;
  const counts = { submissions, unread, spam, unreadSpam, reasons: encodeReasons(reasons) };
  const values = { ...counts, lastSubmissionAt, last, tail: encodeEntries(tail) };
  return writeNext(table, target, { key: statisticsKey(target.endpointId), values, puts: [] });
}

interface Next {
  key: ItemKey;
  values: Item;
  puts: TransactionWrite[];
}

/**
 * Writes a version, in one transaction that fails if another writer was first. The first version requires the endpoint
 * to exist, so that nothing appears after a removal.
 */
async function writeNext(
  table: TableAccess,
  { endpointId, version }: Target,
  { key, values, puts }: Next,
): Promise<WriteOutcome> {
  const isFirst = version === 0;
  const condition = isFirst ? ABSENT : hasValues({ version });
  const next = typeof version === 'number' ? version + 1 : 1;
  const update = { Key: key, ...onlyIf(condition, setAll({ version: next, ...values })) };
  try {
    if (isFirst) await table.transact([endpointMustExist(endpointId), { Update: update }, ...puts]);
    else if (puts.length > 0) await table.transact([{ Update: update }, ...puts]);
    else await table.update({ ...update, ReturnValues: 'NONE' });
    return 'written';
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return isFirst && error.index === 0 ? 'gone' : 'stale';
  }
}
