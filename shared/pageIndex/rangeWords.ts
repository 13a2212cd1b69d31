import * as z from 'zod/mini';
import { TRANSACTION_ITEMS_MAX } from '../runtime/awsLimits.ts';
import { orderedDataOf, type StoredData } from '../storage/submissions/submittedData.ts';
import { StoredFiles, submittedFiles } from '../storage/submissions/submittedFiles.ts';
import { between, selectingNamed } from '../storage/table/expressions.ts';
import {
  endpointKey,
  indexHeadKey,
  rangeWordsKey,
  sortIdOf,
  sortIdOfWords,
  submissionSortKeys,
  withinSubmissionIds,
  wordsSortKeys,
} from '../storage/table/itemKeys.ts';
import { joined, readParts } from '../storage/table/paging.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { readOr } from '../storage/table/stored.ts';
import type { Item, TableAccess, TransactionWrite } from '../storage/table/table.ts';
import { searchedText } from './searchedText.ts';
import { hashesOf, mayContain, WordFilter, withHashes } from './wordFilter.ts';

/**
 * Characters from which a filter is made, about 3 seconds of the function's processor time: stored compressed, 1,024
 * submissions may have 50 million. The filter of a range of longer submissions excludes nothing.
 */
const TEXT_LENGTH_MAX = 3_000_000;

/** In one transaction, with a head and a filter. */
export const REMOVED_MAX = TRANSACTION_ITEMS_MAX - 2;

/** A range of indexed submissions, from `after` (excluded) to `end` (included), both sort ids. */
export interface WordsRange {
  after: string;
  end: string;
}

/** Changes with `searchedText` and `hashesOf`: filters made in another way would hide matches. */
const WORDS_VERSION = 2;

const StoredFilter = z.object({
  after: z.string(),
  // A power of two: with another length, its bits would be elsewhere.
  words: z.instanceof(Uint8Array).check(z.refine(({ length }) => Number.isInteger(Math.log2(length)))),
});

interface Words {
  /** Undefined if it cannot be read. */
  after?: string | undefined;
  end: string;
  filter: Uint8Array;
}

/** The filter of an unknown range, which excludes nothing. */
const ANYTHING = Uint8Array.of(0xff);

/** Location of a submission's words. */
export const TEXT_ATTRIBUTES = ['data', 'files'] as const;
const selectTexts = selectingNamed(TEXT_ATTRIBUTES);

type Table = Pick<TableAccess, 'query'>;

/** The write of a range's filter; a filter that would exclude little becomes one that excludes nothing. Strongly consistent. */
export async function wordsOfRange(table: Table, endpointId: string, range: WordsRange): Promise<TransactionWrite> {
  const keys = withinSubmissionIds(submissionSortKeys(range.after, range.end));
  const query = selectTexts({ ...between(endpointKey(endpointId).PK, keys), ConsistentRead: true });
  const filter = new WordFilter();
  let length = 0;
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
    for (const item of items) {
      const text = readableText(item);
      length += text?.length ?? 0;
      if (text === undefined || length > TEXT_LENGTH_MAX) return write(endpointId, { ...range, filter: ANYTHING });
      filter.add(text);
    }
    if (filter.isFull) return write(endpointId, { ...range, filter: ANYTHING });
  }
  return write(endpointId, { ...range, filter: filter.toBytes() });
}

const write = (endpointId: string, { after, end, filter: words }: Words): TransactionWrite => ({
  Put: { Item: { ...rangeWordsKey(endpointId, end), after, words, version: WORDS_VERSION } },
});

/** Folded; undefined for data that cannot be read. */
function readableText({ data, files }: StoredTexts): string | undefined {
  try {
    const { data: read } = orderedDataOf(data as StoredData);
    return searchedText({
      data: read,
      ...(files !== undefined && { files: submittedFiles(StoredFiles.parse(files)) }),
    });
  } catch {
    return undefined;
  }
}

/** The attributes of a stored submission that are searched. */
interface StoredTexts {
  data?: unknown;
  files?: unknown;
}

export interface LateSubmission extends StoredTexts {
  id: string;
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
  const changed = new Map<string, Words>();
  let range: Words | undefined;
  for (const submission of late.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const sortId = sortIdOf(submission.id);
    if (range === undefined || range.end < sortId) range = await rangeHolding(table, endpointId, sortId, indexedTo);
    if (range === undefined) break;
    if (range.after === undefined || range.after >= sortId) continue;
    const text = readableText(submission);
    const hashes = text === undefined ? undefined : hashesOf(text);
    if (hashes && mayContain(range.filter, [hashes])) continue;
    range.filter = hashes ? withHashes(range.filter, hashes) : ANYTHING;
    changed.set(range.end, range);
  }
  return [...changed.values()].map((words) => write(endpointId, words));
}

/** The first filter of a range that ends at a sort id or later. */
async function rangeHolding(table: Table, endpointId: string, sortId: string, indexedTo: string) {
  const query = { ...between(indexHeadKey(endpointId).PK, wordsSortKeys(sortId, indexedTo)), Limit: 1 };
  const { Items = [] } = await table.query({ ...query, ConsistentRead: true });
  return Items.map(parseWords)[0];
}

/** A filter that is unreadable or of another version excludes nothing. */
function parseWords(item: Item): Words {
  const key = item as ItemKey;
  const read = item.version === WORDS_VERSION ? readOr(() => StoredFilter.parse(item), key) : undefined;
  const after = typeof item.after === 'string' ? item.after : undefined;
  return { after, end: sortIdOfWords(key), filter: read?.words ?? ANYTHING };
}

/** The ranges that have filters, between two sort ids, in the order of their ends. Strongly consistent. */
export async function rangesWithWords(table: Table, endpointId: string, range: WordsRange) {
  const found = await readWords(table, endpointId, range, true);
  return found.flatMap((one) => {
    const { after, end, filter } = one;
    return after === undefined ? [] : [{ after, end, isUsable: filter !== ANYTHING && isApart(one, found) }];
  });
}

/** Removes filters that end before a range does, as writes: those of a former index. Strongly consistent. */
export async function withoutWords(table: Table, endpointId: string, range: WordsRange): Promise<TransactionWrite[]> {
  const found = await readWords(table, endpointId, range, true);
  const within = found.filter(({ end }) => end < range.end).slice(0, REMOVED_MAX);
  return within.map(({ end }) => ({ Delete: { Key: rangeWordsKey(endpointId, end) } }));
}

async function readWords(table: Table, endpointId: string, { after, end }: WordsRange, ConsistentRead = false) {
  const query = { ...between(indexHeadKey(endpointId).PK, wordsSortKeys(after, end)), ConsistentRead };
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
  const excluded = ranges.filter((one) => isApart(one, ranges) && !mayContain(one.filter, hashes));
  return (part) => !excluded.some(({ after, end }) => after !== undefined && after <= part.after && part.end <= end);
}

/** False for overlapping ranges, as after the loss of a head: only the first of them gets late submissions. */
const isApart = (one: Words, ranges: readonly Words[]): boolean =>
  !ranges.some((other) => other !== one && doOverlap(one, other));

const doOverlap = (a: Words, b: Words): boolean => (a.after ?? a.end) < b.end && (b.after ?? b.end) < a.end;
