import { expect, test } from '@jest/globals';
import { joined, readParts } from '../../../../../shared/storage/table/paging.ts';
import type { QueryInput, QueryResult } from '../../../../../shared/storage/table/table.ts';

/** Serves ten items, three per request, and records the requests. */
function tenItems() {
  const requests: Partial<QueryInput>[] = [];
  const read = async ({ ExclusiveStartKey, Limit = 3 }: Partial<QueryInput>): Promise<QueryResult> => {
    requests.push({ ExclusiveStartKey, Limit });
    const start = ExclusiveStartKey === undefined ? 0 : Number(ExclusiveStartKey.SK) + 1;
    const Items = Array.from({ length: Math.min(3, Limit, 10 - start) }, (_, i) => ({ SK: start + i }));
    const last = start + Items.length - 1;
    return { Items, Count: Items.length, ...(last < 9 && { LastEvaluatedKey: { SK: last } }) };
  };
  return { read, requests };
}

test('all parts together are all items, in order, each once', async () => {
  const { read, requests } = tenItems();
  const { items, count, isEnd } = await joined(readParts(read));
  expect(items.map(({ SK }) => SK)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect({ count, isEnd, requests: requests.length }).toEqual({ count: 10, isEnd: true, requests: 4 });
});

test('with a maximum, no request asks for more than is missing, and the end is not reported', async () => {
  const { read, requests } = tenItems();
  const { count, isEnd } = await joined(readParts(read, { itemsMax: 5 }));
  expect({ count, isEnd, limits: requests.map(({ Limit }) => Limit) }).toEqual({
    count: 5,
    isEnd: false,
    limits: [5, 2],
  });
});

test('a start key is where the first request begins', async () => {
  const { read } = tenItems();
  const { items } = await joined(readParts(read, { after: { SK: 7 } }));
  expect(items.map(({ SK }) => SK)).toEqual([8, 9]);
});

test('makes no request after its consumer has stopped', async () => {
  const { read, requests } = tenItems();
  for await (const { isEnd } of readParts(read)) {
    expect(isEnd).toBe(false);
    break;
  }
  expect(requests).toHaveLength(1);
  const { count, isEnd } = await joined(readParts(read), 2);
  expect({ count, isEnd, requests: requests.length }).toEqual({ count: 6, isEnd: false, requests: 3 });
});
