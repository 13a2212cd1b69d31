import { randomBytes } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { SearchQuery } from '../../../../shared/contract/schemas/submissions/search.ts';
import { buildIndex } from '../../../../shared/pageIndex/buildIndex.ts';
import { endOfIndexPages, NO_HEAD } from '../../../../shared/pageIndex/head.ts';
import { rangesWithWords } from '../../../../shared/pageIndex/rangeWords.ts';
import { readHead } from '../../../../shared/pageIndex/store.ts';
import { IndexUpdater } from '../../../../shared/pageIndex/updater.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { SubmissionSearch } from '../../../../shared/search/submissionSearch.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { endpointKey, indexHeadKey, LAST_PLACE, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Searches five submissions, of Ada and Bob in turn. @returns the positions found by each request */
async function searched(query: object): Promise<number[][]> {
  const table = new MemoryTable(new MemoryItems());
  const ids = Array.from({ length: 5 }, (_, i) => newId('submission', 1_700_000_000_000 + i));
  for (const [i, id] of ids.entries())
    await new Submissions(table).create(ENDPOINT_ID, { id, data: { name: i % 2 ? 'Bob' : 'Ada' }, location: 'Spain' });
  const search = new SubmissionSearch(table);
  const found: number[][] = [];
  for (let cursor: string | undefined; ; ) {
    const parsed = { ...SearchQuery.parse(query), cursor };
    const { _metadata, submissions } = await search.search({ endpointId: ENDPOINT_ID, query: parsed, head: NO_HEAD });
    found.push(submissions.map(({ id }) => ids.indexOf(id)));
    expect(_metadata.done).toBe(_metadata.cursor === undefined);
    if (_metadata.done) return found;
    cursor = _metadata.cursor;
  }
}

test('continues at its cursor until all are found, each once', async () => {
  expect((await searched({ limit: '2' })).flat()).toEqual([4, 3, 2, 1, 0]);
  expect((await searched({ limit: '2', order: 'oldest' })).slice(0, 2)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('finds only submissions with the text', async () => {
  expect((await searched({ query: 'ada', limit: '100' })).flat()).toEqual([4, 2, 0]);
  expect((await searched({ query: 'name:bob', limit: '1' })).flat()).toEqual([3, 1]);
});

test('ends a response in time although the index excludes everything, and continues behind that', async () => {
  const table = new MemoryTable(new MemoryItems());
  const sizes = { segment: 1, open: 1, page: 1, growth: 0 };
  const updater = new IndexUpdater(table, sizes);
  await table.put({ ...endpointKey(ENDPOINT_ID) }, {});
  for (let i = 0; i < 12; i++) {
    const id = newId('submission', 1_700_000_000_000 + i);
    await new Submissions(table).create(ENDPOINT_ID, { id, data: { name: 'Ada' }, location: 'Spain' });
    await updater.grow(ENDPOINT_ID);
  }
  let nowMs = Date.now();
  const slow = new SubmissionSearch(table, undefined, () => (nowMs += 400));
  let calls = 0;
  let [examined, cursor]: [number, string | undefined] = [0, undefined];
  do {
    const query = { ...SearchQuery.parse({ query: 'zebra' }), cursor };
    const head = await updater.readHead(ENDPOINT_ID);
    const { _metadata } = await slow.search({ endpointId: ENDPOINT_ID, query, head });
    examined += _metadata.examined;
    cursor = _metadata.cursor;
    calls++;
  } while (cursor !== undefined);
  expect(examined).toBe(1);
  expect(calls).toBeGreaterThan(2);
});

test('limits a response by time and by read units in a tail of any size; cursors continue', async () => {
  const table = new MemoryTable(new MemoryItems());
  const message = randomBytes(30_000).toString('base64');
  for (let i = 0; i < 150; i++) {
    const id = newId('submission', 1_700_000_000_000 + i);
    await new Submissions(table).create(ENDPOINT_ID, { id, data: { message, i: `-${i}-` }, location: 'Spain' });
  }
  const queries = jest.spyOn(table, 'query');
  const sizes = { merged: 256, firstWave: 256, largestWave: 2_048, examined: 20_000, units: 1_000 };
  const ofSlowTable = () => new SubmissionSearch(table, sizes, () => queries.mock.calls.length * 400);
  const ofFastTable = () => new SubmissionSearch(table, sizes);
  for (const [search, requestsMax] of [
    [ofSlowTable, 3],
    [ofFastTable, 4],
  ] as const) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      queries.mockClear();
      const query = { ...SearchQuery.parse({ query: '-7-', limit: '100' }), cursor };
      const { _metadata, submissions } = await search().search({ endpointId: ENDPOINT_ID, query, head: NO_HEAD });
      expect(queries.mock.calls.length).toBeLessThanOrEqual(requestsMax);
      found.push(...submissions.map(({ data }) => String(data?.i)));
      cursor = _metadata.cursor;
    } while (cursor !== undefined);
    expect(found).toEqual(['-7-']);
  }
});

test.each([
  ['a recent range at once', 30_000, 1],
  ['an older one, as when its sender confirms late, once the index has handled it', 60_000, 0],
])('finds a submission that appeared in %s', async (_where, ageMs, foundAtOnce) => {
  const table = new MemoryTable(new MemoryItems());
  const updater = new IndexUpdater(table, { segment: 2, open: 1, page: 1, growth: 0 });
  await table.put({ ...endpointKey(ENDPOINT_ID) }, {});
  const startMs = Date.now() - ageMs;
  const create = (ms: number, name: string) => {
    const id = newId('submission', startMs + ms);
    return new Submissions(table).create(ENDPOINT_ID, { id, data: { name }, location: 'Spain' });
  };
  for (const ms of [0, 2, 4, 6]) {
    await create(ms, 'Ada');
    await updater.grow(ENDPOINT_ID);
  }
  const { id } = await create(1, 'zebra');
  const search = async () => {
    const head = await updater.readHead(ENDPOINT_ID);
    expect(head.pages.length).toBeGreaterThan(0);
    const query = SearchQuery.parse({ query: 'zebra' });
    const { submissions, _metadata } = await new SubmissionSearch(table).search({
      endpointId: ENDPOINT_ID,
      query,
      head,
    });
    return [submissions.length, _metadata.done];
  };
  expect(await search()).toEqual([foundAtOnce, true]);
  const inserted = [{ id, data: JSON.stringify({ name: 'zebra' }) }];
  await updater.update(ENDPOINT_ID, await updater.readHead(ENDPOINT_ID), { inserted, removed: [], flagged: [] });
  expect(await search()).toEqual([1, true]);
});

async function givenEndpoint({ open }: { open: number }) {
  const table = new MemoryTable(new MemoryItems());
  await table.put({ ...endpointKey(ENDPOINT_ID) }, {});
  const sizes = { segment: 1, open, page: 8, growth: 0 };
  const add = async (at: number, name: string) => {
    const id = newId('submission', 1_700_000_000_000 + at);
    await new Submissions(table).create(ENDPOINT_ID, { id, data: { name }, location: 'Spain' });
    return id;
  };
  const found = async () => {
    const query = SearchQuery.parse({ query: 'zebra' });
    const head = await readHead(table, ENDPOINT_ID);
    return (await new SubmissionSearch(table).search({ endpointId: ENDPOINT_ID, query, head })).submissions.length;
  };
  const build = (recount: boolean) => buildIndex(table, ENDPOINT_ID, { recount, sizes, onPart: () => undefined });
  return { table, add, found, build };
}

test('finds submissions indexed by a version without word filters once all filters are rebuilt', async () => {
  const { add, found, build } = await givenEndpoint({ open: 1 });
  for (const at of [0, 10, 20]) {
    await add(at, 'Ada');
    await build(false);
  }
  await add(5, 'Zebra');
  await build(false);
  expect(await found()).toBe(0);
  await build(true);
  expect(await found()).toBe(1);
});

test.each([1, 115])(
  'after a head and %i submissions are lost, filters overlap until the index is built',
  async (lost) => {
    const { table, add, found, build } = await givenEndpoint({ open: 1 });
    const ids: string[] = [];
    for (let at = 0; at < 120; at++) {
      ids.push(await add(10 * at, 'Ada'));
      await build(false);
    }
    await table.delete(indexHeadKey(ENDPOINT_ID));
    for (const id of ids.slice(0, lost)) await table.delete(submissionKey(ENDPOINT_ID, id));
    await add(1_005, 'zebra');
    await build(false);
    const { pages } = await readHead(table, ENDPOINT_ID);
    const ranges = await rangesWithWords(table, ENDPOINT_ID, { after: '', end: LAST_PLACE });
    expect(ranges.map(({ after }) => after)).toEqual(['', ...ranges.map(({ end }) => end)].slice(0, ranges.length));
    expect(ranges.at(-1)?.end ?? '').toBe(endOfIndexPages({ pages }));
    expect(ranges.filter(({ isUsable }) => !isUsable)).toEqual([]);
    expect(await found()).toBe(1);
  },
);
