import * as z from 'zod/mini';
import { foldedText } from '../intake/text.ts';
import { between, selectingNamed } from '../storage/expressions.ts';
import {
  endpointKey,
  indexHeadKey,
  rangeWordsKey,
  sortIdOf,
  sortIdOfWords,
  submissionSortKeys,
  withinSubmissionIds,
  wordsSortKeys,
} from '../storage/itemKeys.ts';
import { joined, readParts } from '../storage/paging.ts';
import type { ItemKey } from '../storage/partitions.ts';
import { readOr } from '../storage/stored.ts';
import { orderedDataOf, type StoredData } from '../storage/submittedData.ts';
import type { Item, TableAccess, TransactionWrite } from '../storage/table.ts';
import { hashesOf, mayContain, WordFilter, withHashes } from './wordFilter.ts';

/**
 * Characters from which a filter is made, about 3 seconds of the function's processor time: stored compressed, 1,024
 * submissions may have 50 million. A range of longer submissions gets no filter.
 */
const TEXT_LENGTH_MAX = 3_000_000;

/** A range of indexed submissions, from `after` (excluded) to `end` (included), both sort ids. */
export interface WordsRange {
  after: string;
  end: string;
}

const StoredWords = z.object({ after: z.optional(z.string()), end: z.string(), words: z.instanceof(Uint8Array) });
type StoredWords = z.output<typeof StoredWords>;

/** The filter of a range about which nothing is known. */
const ANYTHING = Uint8Array.of(0xff);

type Table = Pick<TableAccess, 'query'>;

/** The filter of a range's submissions as a write; none if it would exclude too little. Strongly consistent. */
export async function wordsOfRange(table: Table, endpointId: string, range: WordsRange): Promise<TransactionWrite[]> {
  const keys = withinSubmissionIds(submissionSortKeys(range.after, range.end));
  const within = { ...between(endpointKey(endpointId).PK, keys), ConsistentRead: true };
  const query = selectingNamed(['data'], within);
  const filter = new WordFilter();
  let length = 0;
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
    for (const { data } of items) {
      const text = readableText(data);
      length += text?.length ?? 0;
      if (text === undefined || length > TEXT_LENGTH_MAX) return [];
      filter.add(text);
    }
    if (filter.isFull) return [];
  }
  return [{ Put: { Item: { ...rangeWordsKey(endpointId, range.end), ...range, words: filter.toBytes() } } }];
}

/** Folded; undefined for data that cannot be read. */
function readableText(data: unknown): string | undefined {
  try {
    return foldedText(orderedDataOf(data as StoredData).data);
  } catch {
    return undefined;
  }
}

export interface LateSubmission {
  id: string;
  /** As stored. */
  data?: unknown;
}

/**
 * The filters of the ranges in which late submissions appeared, with their words, as writes; none of those that have
 * them, as after a repeated change. Strongly consistent.
 * @param indexedTo the end of the last range
 */
export async function wordsOfLate(
  table: Table,
  endpointId: string,
  late: readonly LateSubmission[],
  indexedTo: string,
): Promise<TransactionWrite[]> {
  const changed = new Map<string, StoredWords>();
  let range: StoredWords | undefined;
  for (const { id, data } of late.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const sortId = sortIdOf(id);
    if (range === undefined || range.end < sortId) range = await rangeHolding(table, endpointId, sortId, indexedTo);
    if (range === undefined) break;
    if (range.after === undefined || range.after >= sortId) continue;
    const text = readableText(data);
    const hashes = text === undefined ? undefined : hashesOf(text);
    if (hashes && mayContain(range.words, [hashes])) continue;
    range.words = hashes ? withHashes(range.words, hashes) : ANYTHING;
    changed.set(range.end, range);
  }
  return [...changed.values()].map((words) => ({
    Put: { Item: { ...rangeWordsKey(endpointId, words.end), ...words } },
  }));
}

/** The first filter of a range that ends at a sort id or later. */
async function rangeHolding(table: Table, endpointId: string, sortId: string, indexedTo: string) {
  const query = { ...between(indexHeadKey(endpointId).PK, wordsSortKeys(sortId, indexedTo)), Limit: 1 };
  const { Items = [] } = await table.query({ ...query, ConsistentRead: true });
  return Items.map(parseWords)[0];
}

/** An unreadable filter excludes nothing. */
const parseWords = (item: Item): StoredWords =>
  readOr(() => StoredWords.parse(item), item as ItemKey) ?? { end: sortIdOfWords(item as ItemKey), words: ANYTHING };

/** The ranges that have filters, between two sort ids. */
export async function rangesWithWords(table: Table, endpointId: string, range: WordsRange): Promise<WordsRange[]> {
  const found = await readWords(table, endpointId, range);
  return found.flatMap(({ after, end }) => (after === undefined ? [] : [{ after, end }]));
}

async function readWords(table: Table, endpointId: string, { after, end }: WordsRange) {
  const query = between(indexHeadKey(endpointId).PK, wordsSortKeys(after, end));
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  return items.map(parseWords).filter((words) => words.end > after);
}

/**
 * Which parts of an index page may have submissions with all terms.
 * @param terms folded texts
 */
export async function rangesWithTerms(
  table: Table,
  endpointId: string,
  page: WordsRange,
  terms: readonly string[],
): Promise<(part: WordsRange) => boolean> {
  const hashes = terms.map(hashesOf).filter(({ length }) => length > 0);
  if (hashes.length === 0) return () => true;
  const ranges = await readWords(table, endpointId, page);
  const excluded = ranges.filter(({ words }) => !mayContain(words, hashes));
  return (part) => !excluded.some(({ after, end }) => after !== undefined && after <= part.after && part.end <= end);
}
