import type { Item, QueryInput, QueryResult } from './table.ts';

export interface ReadPart {
  items: Item[];
  count: number;
  /** Items read, including filtered ones. */
  scanned: number;
  /** Key from which the next request continues; undefined at the end. */
  next: Item | undefined;
  isEnd: boolean;
}

export type JoinedParts = Pick<ReadPart, 'items' | 'count' | 'isEnd'>;

/** Parameters that differ between the requests of a query or scan. */
export type Continuation = Pick<QueryInput, 'ExclusiveStartKey' | 'Limit'>;

interface Bounds {
  after?: Item | undefined;
  /** Stops after this many items; each request asks only for those still missing. */
  itemsMax?: number | undefined;
}

/**
 * Runs a query or scan request by request, since DynamoDB returns at most 1 MB at a time. A caller that leaves the loop
 * makes no further request.
 */
export async function* readParts(
  read: (continuation: Continuation) => Promise<QueryResult>,
  { after, itemsMax }: Bounds = {},
): AsyncGenerator<ReadPart> {
  let startKey = after;
  let missing = itemsMax;
  do {
    const limit = missing === undefined ? {} : { Limit: missing };
    const {
      Items = [],
      Count = Items.length,
      ScannedCount = Count,
      LastEvaluatedKey,
    } = await read({ ExclusiveStartKey: startKey, ...limit });
    startKey = LastEvaluatedKey;
    if (missing !== undefined) missing -= Count;
    yield { items: Items, count: Count, scanned: ScannedCount, next: startKey, isEnd: startKey === undefined };
  } while (startKey !== undefined && (missing === undefined || missing > 0));
}

export async function joined(
  parts: AsyncIterable<ReadPart>,
  partsMax = Number.POSITIVE_INFINITY,
): Promise<JoinedParts> {
  const items: Item[] = [];
  let [count, seen, isEnd] = [0, 0, false];
  for await (const part of parts) {
    items.push(...part.items);
    count += part.count;
    isEnd = part.isEnd;
    if (++seen >= partsMax) break;
  }
  return { items, count, isEnd };
}
