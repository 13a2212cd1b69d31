import { LAST_PLACE } from '../storage/table/itemKeys.ts';
import type { TableAccess, TransactionWrite } from '../storage/table/table.ts';
import { endOfIndexPages, type Head } from './head.ts';
import { REMOVED_MAX, rangesWithWords, type WordsRange, withoutWords, wordsOfRange } from './rangeWords.ts';
import { INDEX_SIZES, type IndexSizes, type Segment } from './segments.ts';
import { readHead, readIndexPage } from './store.ts';
import { PASSES_MAX, stillChanging, writeIndex } from './write.ts';

/** Makes word filters for all index pages, or only where they are missing or overlap. Removes all others. */
export async function addWords(
  table: TableAccess,
  endpointId: string,
  which: 'all' | 'missing',
  onRange: () => void,
  sizes: IndexSizes = INDEX_SIZES,
): Promise<void> {
  const { pages } = await readHead(table, endpointId);
  const add = async (ranges: WordsRange[]) => {
    for (const range of ranges) {
      await writeWords(table, endpointId, async () => [
        await wordsOfRange(table, endpointId, range),
        ...(await withoutWords(table, endpointId, range)),
      ]);
      onRange();
    }
  };
  for (const page of pages.keys()) {
    const segments = await readIndexPage(table, endpointId, page, pages[page]);
    const after = pages[page - 1]?.end ?? '';
    const range = { after, end: pages[page]?.end ?? '' };
    const has = async () => (await rangesWithWords(table, endpointId, range)).filter((each) => each.after >= after);
    // In order of their ends: each removes older filters that overlap it, so that only the newest remains.
    await add((await has()).filter(({ isUsable }) => which === 'all' || !isUsable));
    await add(rangesWithout(segments, after, await has(), sizes.open));
  }
  await writeWords(table, endpointId, (head) =>
    withoutWords(table, endpointId, { after: endOfIndexPages(head), end: LAST_PLACE }),
  );
}

/** With a new version of the head, so that a submission that appears meanwhile is either read here or known as late. */
async function writeWords(
  table: TableAccess,
  endpointId: string,
  writes: (head: Head) => Promise<TransactionWrite[]>,
): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const head = await readHead(table, endpointId);
    const words = await writes(head);
    if (words.length === 0) return;
    const draft = { head: { ...head, version: head.version + 1 }, pages: new Map(), words };
    const outcome = await writeIndex(table, { endpointId, version: head.version }, draft);
    if (outcome === 'gone' || (outcome === 'written' && words.length < REMOVED_MAX)) return;
  }
  throw stillChanging(endpointId);
}

/** Ranges without filters, of at most this many segments each. */
function rangesWithout(segments: readonly Segment[], after: string, has: readonly WordsRange[], segmentsMax: number) {
  const ranges: WordsRange[] = [];
  let [start, length] = [after, 0];
  for (const [i, { end }] of segments.entries()) {
    const isCovered = has.some((range) => range.after <= (segments[i - 1]?.end ?? after) && end <= range.end);
    length = isCovered ? 0 : length + 1;
    const last = ranges.at(-1);
    if (length > 1 && length <= segmentsMax && last) last.end = end;
    else if (!isCovered) {
      ranges.push({ after: start, end });
      length = 1;
    }
    start = end;
  }
  return ranges;
}
