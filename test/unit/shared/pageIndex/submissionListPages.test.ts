import { expect, test } from '@jest/globals';
import { buildIndex } from '../../../../shared/pageIndex/buildIndex.ts';
import { indexedCount } from '../../../../shared/pageIndex/head.ts';
import { INDEX_SIZES, type IndexSizes } from '../../../../shared/pageIndex/segments.ts';
import { readHead } from '../../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../../shared/pageIndex/submissionListPages.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { endpointKey } from '../../../../shared/storage/table/itemKeys.ts';
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
