import type { Found, Item, QueryInput } from './table.ts';

/** What one request of a query or scan found. */
export interface Part {
  items: Item[];
  count: number;
  /** Items that were read, those included that a filter left out. */
  scanned: number;
  /** Key after which the next request continues; undefined if nothing follows. */
  next: Item | undefined;
  /** Whether nothing follows. */
  isEnd: boolean;
}

/** What several requests found. */
export type JoinedParts = Pick<Part, 'items' | 'count' | 'isEnd'>;

/** What changes from one request of a query or scan to the next. */
export type Continuation = Pick<QueryInput, 'ExclusiveStartKey' | 'Limit'>;

interface Bounds {
  /** Key after which to start. */
  after?: Item | undefined;
  /** Stops after so many items; each request asks for no more than are missing. */
  itemsMax?: number | undefined;
}

/**
 * Makes a query or scan request by request, because DynamoDB answers at most 1 MB to each. A caller that has enough
 * leaves the loop, and no further request is made.
 */
export async function* readParts(
  read: (continuation: Continuation) => Promise<Found>,
  { after, itemsMax }: Bounds = {},
): AsyncGenerator<Part> {
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

/** All parts as one, or the first `partsMax` of them. */
export async function joined(parts: AsyncIterable<Part>, partsMax = Number.POSITIVE_INFINITY): Promise<JoinedParts> {
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
