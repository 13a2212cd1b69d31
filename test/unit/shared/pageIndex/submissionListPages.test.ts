import { expect, test } from '@jest/globals';
import { buildIndex } from '../../../../shared/pageIndex/buildIndex.ts';
import { indexedCount } from '../../../../shared/pageIndex/head.ts';
import { INDEX_SIZES, type IndexSizes } from '../../../../shared/pageIndex/segments.ts';
import { StatisticsReader } from '../../../../shared/pageIndex/statisticsReader.ts';
import { readHead } from '../../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../../shared/pageIndex/submissionListPages.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { endpointKey, placeAtTime, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Index pages of 64 submissions, each filled by one build. */
const SIZES = { ...INDEX_SIZES, open: 2, page: 2, growth: 0 };

interface Amounts {
  indexed: number;
  tail: number;
  limit: number;
  page?: number;
  sizes?: IndexSizes;
  builds?: number;
}

/** A list page of an endpoint, how often the table was queried for it, and all ids, newest first. */
async function listPage({ indexed, tail, limit, page = 1, sizes = INDEX_SIZES, builds = 1 }: Amounts) {
  let queries = 0;
  const table = new MemoryTable(new MemoryItems(), {
    intercept: (call, perform) => {
      if (call.action === 'Query') queries++;
      return perform(call);
    },
  });
  await table.put(endpointKey(ENDPOINT_ID), {});
  const ids: string[] = [];
  const add = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = newId('submission', 1_700_000_000_000 + ids.length);
      await new Submissions(table).create(ENDPOINT_ID, { id, data: {}, location: 'Spain' });
      ids.unshift(id);
    }
  };
  for (let build = 0; build < builds; build++) {
    await add(indexed / builds);
    await buildIndex(table, ENDPOINT_ID, { recount: false, sizes, onPart: () => undefined });
  }
  await add(tail);
  const head = await readHead(table, ENDPOINT_ID);
  expect(indexedCount(head)).toBe(indexed);
  queries = 0;
  const { items, totalPages } = await new SubmissionListPages(table).read(ENDPOINT_ID, { page, limit }, head);
  return { shown: items.map(({ id }) => id), totalPages, queries, ids, head };
}

test.each([
  ['a page that reaches the index', { indexed: 320, tail: 80, limit: 100 }, 1],
  ['a page that ends with the tail', { indexed: 320, tail: 100, limit: 100 }, 2],
  ['a page within a long tail', { indexed: 320, tail: 250, limit: 100 }, 2],
  ['a page of everything, without an index', { indexed: 0, tail: 20, limit: 100 }, 1],
  ['a page within everything, without an index', { indexed: 0, tail: 250, limit: 100 }, 2],
  ['a short page', { indexed: 320, tail: 20, limit: 20 }, 2],
  ['an empty endpoint', { indexed: 0, tail: 0, limit: 100 }, 1],
])('page 1 and its total are right: %s', async (_what, amounts, queriesExpected) => {
  const { shown, totalPages, queries, ids } = await listPage(amounts);
  expect(shown).toEqual(ids.slice(0, amounts.limit));
  expect(totalPages).toBe(Math.max(1, Math.ceil(ids.length / amounts.limit)));
  expect(queries).toBe(queriesExpected);
});

test.each([
  ['an index page that a usual tail suggests', 20, 4],
  ['an index page that only a long tail leads to', 300, 9],
])('reads %s once, then the list page by one query', async (_what, tail, page) => {
  const { shown, totalPages, queries, ids, head } = await listPage({
    indexed: 320,
    tail,
    limit: 50,
    page,
    sizes: SIZES,
    builds: 5,
  });
  expect(head.pages.length).toBeGreaterThan(1);
  expect(shown).toEqual(ids.slice(50 * (page - 1), 50 * page));
  expect(totalPages).toBe(Math.ceil(ids.length / 50));
  // The second query counts the tail.
  expect(queries).toBe(2);
});

test.each([1, 2])(
  'page %i counts those that are not indexed on both sides of the time before which spam is due',
  async (page) => {
    const table = new MemoryTable(new MemoryItems());
    await table.put(endpointKey(ENDPOINT_ID), {});
    for (let i = 0; i < 9; i++) {
      const id = newId('submission', 1_700_000_000_000 + i);
      await table.put({ ...submissionKey(ENDPOINT_ID, id), data: '{}', location: 'Spain', isSpam: i === 0 }, {});
    }
    const kept = { from: '', spamFrom: placeAtTime(1_700_000_000_003) };
    const head = await readHead(table, ENDPOINT_ID);
    const { totalPages } = await new SubmissionListPages(table, kept).read(ENDPOINT_ID, { page, limit: 1 }, head);
    expect(totalPages).toBe(8);
  },
);

test('reads past many due submissions that are spam and not removed yet by the index', async () => {
  let read = 0;
  const onRead = (items: unknown[]) => {
    read += items.length;
  };
  const table = new MemoryTable(new MemoryItems(), { onRead });
  await table.put(endpointKey(ENDPOINT_ID), {});
  const wanted: string[] = [];
  for (let i = 0; i < 2_048; i++) {
    const id = newId('submission', 1_700_000_000_000 + i);
    const isSpam = i >= 40 && i % 1_024 !== 500;
    await table.put({ ...submissionKey(ENDPOINT_ID, id), data: '{}', location: 'Spain', isSpam }, {});
    if (!isSpam) wanted.unshift(id);
  }
  // The second time, it counts the last segments once more.
  for (let build = 0; build < 2; build++)
    await buildIndex(table, ENDPOINT_ID, { recount: true, sizes: { ...SIZES, page: 16 }, onPart: () => undefined });
  const head = await readHead(table, ENDPOINT_ID);
  const kept = { from: '', spamFrom: placeAtTime(1_800_000_000_000) };
  read = 0;
  const { items, totalPages } = await new SubmissionListPages(table, kept).read(
    ENDPOINT_ID,
    { page: 1, limit: 30 },
    head,
  );
  expect([items.map(({ id }) => id), totalPages]).toEqual([wanted.slice(0, 30), 2]);
  expect(read).toBeLessThan(200);
  read = 0;
  const [totals] = await new StatisticsReader(table).totalsOf([{ id: ENDPOINT_ID, kept }]);
  expect(totals).toMatchObject({ submissions: wanted.length, lastSubmissionAt: 1_700_000_001_524 });
  expect(read).toBeLessThan(200);
});
