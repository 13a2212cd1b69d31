import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { rangesWithTerms, wordsOfLate, wordsOfRange } from '../../../../shared/pageIndex/rangeWords.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { rangeWordsKey, sortIdOf, submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { withData } from '../../../../shared/storage/submittedData.ts';
import type { TransactionWrite } from '../../../../shared/storage/table.ts';
import { catchLogs } from '../../../support/logged.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const ENDPOINT_ID = newId('endpoint');
const IDS = Array.from({ length: 6 }, (_, i) => newId('submission', 1_700_000_000_000 + i * 1_000));
const sortId = (i: number): string => sortIdOf(IDS[i] as string);
/** The first four submissions; the last two come after it. */
const RANGE = { after: '', end: sortId(3) };
const PAGE = { after: '', end: sortId(5) };

let table: MemoryTable;
beforeEach(() => {
  table = new MemoryTable(new MemoryItems());
});

afterEach(() => void jest.restoreAllMocks());

const dataOf = (text: unknown): string => JSON.stringify({ text });
const put = (i: number, data: unknown) => table.put({ ...submissionKey(ENDPOINT_ID, IDS[i] as string), data }, {});
async function store(writes: TransactionWrite[]): Promise<number> {
  for (const { Put } of writes) await table.put(Put?.Item ?? {}, {});
  return writes.length;
}
const storeRange = async () => store(await wordsOfRange(table, ENDPOINT_ID, RANGE));
const storeLate = async (i: number, data?: unknown) =>
  store(await wordsOfLate(table, ENDPOINT_ID, [{ id: IDS[i] as string, data }], RANGE.end));
/** Whether a search for the term reads the submission. */
const reads = async (i: number, ...terms: string[]) =>
  (await rangesWithTerms(table, ENDPOINT_ID, PAGE, terms))({ after: sortId(i - 1), end: sortId(i) });

test('excludes ranges without the words, and none that has no filter', async () => {
  for (const [i, text] of ['heating', 'windows', 'garden', 'light'].entries()) await put(i, dataOf(text));
  expect(await storeRange()).toBe(1);
  expect([await reads(2, 'window'), await reads(2, 'zebra'), await reads(2)]).toEqual([true, false, true]);
  expect(await reads(4, 'zebra')).toBe(true);
});

test.each([
  ['unreadable data', 'not JSON'],
  ['data that is missing', undefined],
])('makes no filter of %s', async (_what, data) => {
  await put(0, dataOf('heating'));
  await put(1, data);
  expect(await storeRange()).toBe(0);
});

test('makes no filter of long texts, however small they are stored', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => newId('submission', 1_700_000_000_000 + i));
  for (const id of ids) {
    const item = withData({ ...submissionKey(ENDPOINT_ID, id) }, dataOf('lorem ipsum '.repeat(4_000)));
    expect(item.data.length).toBeLessThan(100);
    await table.put(item, {});
  }
  const range = { after: '', end: sortIdOf(ids.at(-1) as string) };
  expect(await wordsOfRange(table, ENDPOINT_ID, range)).toEqual([]);
});

test('finds a submission that appeared in its range later, once', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  expect(await reads(2, 'zebra')).toBe(false);
  expect(await storeLate(2, dataOf('zebra'))).toBe(1);
  expect([await reads(2, 'zebra'), await reads(2, 'heating'), await reads(2, 'giraffe')]).toEqual([true, true, false]);
  expect(await storeLate(0, dataOf('heating'))).toBe(0);
  expect(await storeLate(5, dataOf('zebra'))).toBe(0);
});

test('reads one filter of a range, however many submissions appear in it later', async () => {
  let read = 0;
  table = new MemoryTable(new MemoryItems(), { onRead: ({ length }) => (read += length) });
  await put(0, dataOf('heating'));
  await storeRange();
  const late = Array.from({ length: 50 }, (_, i) => ({
    id: newId('submission', 1_700_000_000_001 + i),
    data: dataOf(`animal${i}${i}${i}`),
  }));
  expect(await store(await wordsOfLate(table, ENDPOINT_ID, late, RANGE.end))).toBe(1);
  read = 0;
  for (const { data } of late) expect(await reads(2, JSON.parse(data).text)).toBe(true);
  expect(await reads(2, 'giraffe')).toBe(false);
  expect(read).toBe(51);
});

test('excludes nothing by what cannot be read', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  expect(await reads(2, 'zebra')).toBe(false);
  await storeLate(2, 'not JSON');
  expect(await reads(2, 'zebra')).toBe(true);
  await table.put({ ...rangeWordsKey(ENDPOINT_ID, RANGE.end), words: 'damaged' }, {});
  catchLogs();
  expect(await reads(1, 'zebra')).toBe(true);
});
