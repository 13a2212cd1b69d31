import { LOG_EXAMINED_MAX } from '../../contract/limits.ts';
import { between } from './expressions.ts';
import { readParts } from './paging.ts';
import type { ItemKey } from './partitions.ts';
import { readEach } from './stored.ts';
import type { Item, TableAccess } from './table.ts';

export interface LogPart<T> {
  records: T[];
  /** Sort keys of items that cannot be read. */
  unreadable: string[];
  examined: number;
  /** The id after which to continue; undefined at the end. */
  next: string | undefined;
}

interface LogRange<T> {
  keyOf: (id: string) => ItemKey;
  parse: (item: Item) => T;
  /** The first and last id. */
  ids: readonly [from: string, to: string];
  /** Undefined if all items of the range are. */
  wanted?: (item: Item) => boolean;
  after?: string | undefined;
  limit: number;
}

/** Reads items whose sort keys are ids that sort by time, newest first, until a page is full. */
export async function readLogPart<T extends { id: string }>(
  table: Pick<TableAccess, 'query'>,
  { keyOf, parse, ids, wanted, after, limit }: LogRange<T>,
): Promise<LogPart<T>> {
  const part: LogPart<T> = { records: [], unreadable: [], examined: 0, next: undefined };
  // DynamoDB rejects such a range.
  if (ids[0] > ids[1]) return part;
  const query = { ...between(keyOf('').PK, ids), Limit: wanted ? LOG_EXAMINED_MAX : limit, ScanIndexForward: false };
  // DynamoDB rejects a start outside the range, which only a forged cursor names.
  const isWithin = after !== undefined && after >= ids[0] && after <= ids[1];
  const read = (continuation: object) => table.query({ ...query, ...continuation });
  for await (const { items, scanned, next } of readParts(read, isWithin ? { after: keyOf(after) } : {})) {
    const parsed = readEach(wanted ? items.filter(wanted) : items, parse);
    part.records.push(...parsed.read);
    part.unreadable.push(...parsed.unreadable.map(({ SK }) => SK));
    part.examined += scanned;
    part.next = next && String(next.SK);
    if (part.records.length >= limit || part.examined >= LOG_EXAMINED_MAX) break;
  }
  const records = part.records.slice(0, limit);
  if (part.records.length > limit) part.next = records.at(-1)?.id;
  return { ...part, records };
}
