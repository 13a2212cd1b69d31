import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  rangesWithTerms,
  rangesWithWords,
  wordsOfLate,
  wordsOfRange,
} from '../../../../shared/pageIndex/rangeWords.ts';
import { searchedText } from '../../../../shared/pageIndex/searchedText.ts';
import { hashesOf } from '../../../../shared/pageIndex/wordFilter.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { withData } from '../../../../shared/storage/submissions/submittedData.ts';
import { rangeWordsKey, sortIdOf, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import type { TransactionWrite } from '../../../../shared/storage/table/table.ts';
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
const storeRange = async (range = RANGE) => store([await wordsOfRange(table, ENDPOINT_ID, range)]);
const storeLate = async (i: number, data?: unknown) =>
  store(await wordsOfLate(table, ENDPOINT_ID, [{ id: IDS[i] as string, data }], RANGE.end));
/** True if a search for the term reads the submission. */
const reads = async (i: number, ...terms: string[]) =>
  (await rangesWithTerms(table, ENDPOINT_ID, PAGE, terms))({ after: sortId(i - 1), end: sortId(i) });

test('excludes ranges without the words, but no range without a filter', async () => {
  for (const [i, text] of ['heating', 'windows', 'garden', 'light'].entries()) await put(i, dataOf(text));
  expect(await storeRange()).toBe(1);
  expect([await reads(2, 'window'), await reads(2, 'zebra'), await reads(2)]).toEqual([true, false, true]);
  expect(await reads(4, 'zebra')).toBe(true);
});

test('excludes no range for names of files', async () => {
  const file = { field: 'cv', name: 'Lebenslauf.pdf', type: 'application/pdf', bytes: 3, scan: 'clean' };
  const files = { file_1: file };
  await table.put({ ...submissionKey(ENDPOINT_ID, IDS[1] as string), data: dataOf('heating'), files }, {});
  await storeRange();
  expect([await reads(1, 'lebenslauf'), await reads(1, 'zebra')]).toEqual([true, false]);
  await store(
    await wordsOfLate(
      table,
      ENDPOINT_ID,
      [{ id: IDS[2] as string, data: dataOf('x'), files: { file_2: { ...file, name: 'zebra.pdf' } } }],
      RANGE.end,
    ),
  );
  expect(await reads(1, 'zebra')).toBe(true);
});

test.each([
  ['unreadable data', 'not JSON'],
  ['data that is missing', undefined],
])('excludes nothing because of %s', async (_what, data) => {
  await put(0, dataOf('heating'));
  await put(1, data);
  await storeRange();
  expect(await reads(1, 'zebra')).toBe(true);
});

test('excludes no long texts, however well they are compressed', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => newId('submission', 1_700_000_000_000 + i));
  for (const id of ids) {
    const item = withData({ ...submissionKey(ENDPOINT_ID, id) }, dataOf('lorem ipsum '.repeat(4_000)));
    expect(item.data.length).toBeLessThan(100);
    await table.put(item, {});
  }
  const range = { after: '', end: sortIdOf(ids.at(-1) as string) };
  const { Put } = await wordsOfRange(table, ENDPOINT_ID, range);
  expect(Put?.Item.words).toEqual(Uint8Array.of(0xff));
});

test('stores no filter that its texts fill', async () => {
  await put(0, dataOf(randomBytes(200_000).toString('base64')));
  expect((await wordsOfRange(table, ENDPOINT_ID, RANGE)).Put?.Item.words).toEqual(Uint8Array.of(0xff));
});

test('finds a submission added to its range later exactly once', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  expect(await reads(2, 'zebra')).toBe(false);
  expect(await storeLate(2, dataOf('zebra'))).toBe(1);
  expect([await reads(2, 'zebra'), await reads(2, 'heating'), await reads(2, 'giraffe')]).toEqual([true, true, false]);
  expect(await storeLate(0, dataOf('heating'))).toBe(0);
});

test('finds submissions added to several ranges later, in any order', async () => {
  await storeRange({ after: '', end: sortId(2) });
  await storeRange({ after: sortId(2), end: sortId(5) });
  const late = [4, 1].map((i) => ({ id: IDS[i] as string, data: dataOf('zebra') }));
  for (const each of [late, late.toReversed()])
    for (const { Put } of await wordsOfLate(table, ENDPOINT_ID, each, PAGE.end)) {
      expect(each).toBe(late);
      await table.put(Put?.Item ?? {}, {});
    }
  expect([await reads(1, 'zebra'), await reads(4, 'zebra'), await reads(4, 'giraffe')]).toEqual([true, true, false]);
});

test('makes and extends filters from just-written submissions', async () => {
  table = new MemoryTable(new MemoryItems(), { staleness: () => 1 });
  await put(0, dataOf('heating'));
  await put(1, dataOf('garden'));
  await storeRange();
  expect(await storeLate(2, dataOf('zebra'))).toBe(1);
  await put(5, '{}');
  expect([await reads(1, 'garden'), await reads(2, 'zebra')]).toEqual([true, true]);
});

test('reads one filter per range, however many submissions are added to it later', async () => {
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

test('an unreadable filter excludes nothing', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  expect(await reads(2, 'zebra')).toBe(false);
  await storeLate(2, 'not JSON');
  expect(await reads(2, 'zebra')).toBe(true);
  catchLogs();
  const { PK, SK } = rangeWordsKey(ENDPOINT_ID, RANGE.end);
  for (const words of ['damaged', new Uint8Array(0), new Uint8Array(3)]) {
    await table.put({ PK, SK, after: '', end: RANGE.end, words, version: 2 }, {});
    expect(await reads(1, 'zebra')).toBe(true);
    expect(await storeLate(2, dataOf('zebra'))).toBe(0);
  }
});

test('a filter of another version excludes nothing, without an error, and is made again', async () => {
  const { lines } = catchLogs();
  const key = rangeWordsKey(ENDPOINT_ID, RANGE.end);
  for (const version of [1, 3, undefined]) {
    await put(0, dataOf('heating'));
    await storeRange();
    await table.put({ ...(await table.get(key)), ...key, version }, {});
    expect(await reads(2, 'zebra')).toBe(true);
    expect(await rangesWithWords(table, ENDPOINT_ID, PAGE)).toEqual([{ ...RANGE, isUsable: false }]);
    expect(await storeLate(2, dataOf('zebra'))).toBe(0);
  }
  await storeRange();
  expect(await rangesWithWords(table, ENDPOINT_ID, PAGE)).toEqual([{ ...RANGE, isUsable: true }]);
  expect(lines).toEqual([]);
});

test('filters that overlap exclude nothing: one of them may lack a late submission', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  await storeRange({ after: '', end: sortId(2) });
  expect(await storeLate(1, dataOf('zebra'))).toBe(1);
  expect([await reads(1, 'zebra'), await reads(1, 'giraffe')]).toEqual([true, true]);
});

test('a range without a filter replaces the leftover filter of an earlier index', async () => {
  await put(0, dataOf('heating'));
  await storeRange();
  await put(2, 'not JSON');
  await storeRange();
  expect(await reads(2, 'zebra')).toBe(true);
});

test('texts are normalized and hashed as in version 2', () => {
  const data = {
    text: 'Straße ÉTÉ Ⅻ ﬁn İi ς 東京タワー Ａｂｃ “x” – کی +49 (0)30 1234-56',
    list: ['x1', 23, true, null],
  };
  const hashes = hashesOf(searchedText({ data, files: [{ field: 'cv', name: 'Lebenslauf.pdf' }] }));
  expect(createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16)).toBe('f23b34811c12c9ed');
});
