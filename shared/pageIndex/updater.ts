import { sortIdOf, submissionSortKeys } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween, oldestEntries } from './entries.ts';
import { endOfIndexPages, type Head, lastOf, withIndexPages } from './head.ts';
import { type LateSubmission, wordsOfLate, wordsOfRange } from './rangeWords.ts';
import { cut, INDEX_SIZES, type IndexSizes, indexPageCapacity, resegment, type Segment } from './segments.ts';
import { readHead, readIndexPage } from './store.ts';
import { type Draft, PASSES_MAX, stillChanging, writeIndex } from './write.ts';

/** Ids of an endpoint's submissions that changed since its index was last updated. */
export interface ChangedSubmissions {
  inserted: LateSubmission[];
  removed: string[];
  flagged: string[];
}

export const changedSortIds = ({ inserted, removed, flagged }: ChangedSubmissions): string[] => [
  ...new Set([...inserted.map(({ id }) => id), ...removed, ...flagged].map(sortIdOf)),
];

/** Segments sealed per write: enough to catch up in a burst, where a batch has 100 inserts. */
const SEALED_PER_WRITE_MAX = 16;
/** Changes per write: each may be on a different index page and have words, and a transaction takes at most 100 items. */
const CHANGES_PER_WRITE_MAX = 32;
/** Sealing writes per update, so that each update ends in time; the next one continues. */
const SEALING_WRITES_MAX = 8;
const CACHED_TAILS_MAX = 10_000;

interface Work {
  changed: string[];
  inserted?: readonly LateSubmission[];
  /** Sort id up to which the tail may be sealed, '' for all; undefined to leave it. */
  sealThrough: string | undefined;
}

export interface Growth {
  sealed: number;
  hasMore: boolean;
}

const EVERYTHING = '';

interface Pass extends Draft, Growth {}

interface Updated extends Growth {
  head: Head;
}

/**
 * Updates page indexes. Nothing is incremented: changed segments are recounted, so changes may be repeated,
 * interrupted, or handled by two instances at once. Correctness rests on three rules:
 *
 * - every write requires the head's version from before its count (`writeIndex`), and counts are strong reads;
 * - a recount is written even if the number is the same, to invalidate counts that started earlier;
 * - a sealed segment is counted once more after it was published, because a change handled before then was assumed to
 *   be in the tail.
 */
export class IndexUpdater {
  readonly #table: TableAccess;
  readonly #sizes: IndexSizes;
  /** Inserts that each tail lacked for a full segment when last read; until then it is not read again. */
  readonly #tails = new Map<string, { last: string; lacking: number }>();

  constructor(table: TableAccess, sizes: IndexSizes = INDEX_SIZES) {
    this.#table = table;
    this.#sizes = sizes;
  }

  readHead(endpointId: string): Promise<Head> {
    return readHead(this.#table, endpointId);
  }

  /**
   * Recounts changed segments, starting from a head that was read after the changes.
   * @returns the resulting head
   */
  async update(endpointId: string, firstHead: Head, changes: ChangedSubmissions): Promise<Head> {
    const { inserted } = changes;
    const seals = inserted.length > 0 && this.#isTailWorthReading(endpointId, firstHead, inserted.length);
    // A submission that is sealed before its stream record arrives is recounted with the record, which is expensive for
    // single ones. In a burst, many share a recount, and the tail stays short although the stream lags.
    const isBurst = inserted.length >= this.#sizes.segment;
    const sealThrough = isBurst
      ? EVERYTHING
      : inserted
          .map(({ id }) => sortIdOf(id))
          .sort()
          .at(-1);
    const work = { changed: changedSortIds(changes), inserted, sealThrough: seals ? sealThrough : undefined };
    return (await this.#bringUpToDate(endpointId, firstHead, work)).head;
  }

  /**
   * Seals a bounded number of unindexed submissions.
   * @returns how many segments it sealed, and whether there may be more
   */
  async grow(endpointId: string): Promise<Growth> {
    const head = await readHead(this.#table, endpointId);
    return this.#bringUpToDate(endpointId, head, { changed: [], sealThrough: EVERYTHING });
  }

  /** Recounts all segments, part by part, which repairs counts after lost stream records. */
  async recount(endpointId: string, onPart: (counted: number) => void): Promise<void> {
    const { pages, open } = await readHead(this.#table, endpointId);
    for (const part of [...pages.keys(), open]) {
      const segments =
        typeof part === 'number' ? await readIndexPage(this.#table, endpointId, part, pages[part]) : part;
      const changed = segments.map(({ end }) => end);
      const head = await readHead(this.#table, endpointId);
      await this.#bringUpToDate(endpointId, head, { changed, sealThrough: undefined });
      onPart(changed.length);
    }
  }

  async #bringUpToDate(
    endpointId: string,
    firstHead: Head,
    { changed, inserted = [], sealThrough }: Work,
  ): Promise<Updated> {
    let head = firstHead;
    let due = changed;
    let sealed = 0;
    let hasMore = sealThrough !== undefined;
    for (let pass = 0, sealingWrites = 0; pass < PASSES_MAX; pass++) {
      const indexed = due.filter((sortId) => sortId <= lastOf(head)).slice(0, CHANGES_PER_WRITE_MAX);
      const seals = hasMore && sealingWrites < SEALING_WRITES_MAX;
      const late = inserted.filter(({ id }) => sortIdOf(id) <= endOfIndexPages(head) && indexed.includes(sortIdOf(id)));
      const [draft, words] = await Promise.all([
        this.#pass(endpointId, head, indexed, seals ? sealThrough : undefined),
        wordsOfLate(this.#table, endpointId, late, endOfIndexPages(head)),
      ]);
      if (seals) hasMore = draft?.hasMore ?? false;
      if (draft === undefined) return { head, sealed, hasMore };
      const whole = { ...draft, words: [...(draft.words ?? []), ...words] };
      const outcome = await writeIndex(this.#table, { endpointId, version: head.version }, whole);
      if (outcome === 'gone') return { head, sealed, hasMore: false };
      if (outcome === 'written') {
        head = draft.head;
        due = due.filter((sortId) => !indexed.includes(sortId));
        sealed += draft.sealed;
        if (draft.sealed > 0) sealingWrites++;
      } else {
        head = await readHead(this.#table, endpointId);
        hasMore = sealThrough !== undefined;
      }
    }
    throw stillChanging(endpointId);
  }

  /** Recounts changed segments and seals full ones of the tail: the next head, or undefined if nothing changes. */
  async #pass(endpointId: string, head: Head, changed: string[], sealThrough?: string): Promise<Pass | undefined> {
    const [open, pages, { segments: sealed, hasMore }] = await Promise.all([
      this.#recount(endpointId, head.open, endOfIndexPages(head), changed),
      this.#recountPages(endpointId, head, changed),
      this.#cutTail(endpointId, lastOf(head), sealThrough),
    ]);
    if (open === undefined && pages.size === 0 && sealed.length === 0) return undefined;
    const next = withIndexPages({ ...head, version: head.version + 1, open: open ?? head.open }, pages);
    if (sealed.length === 0) return { head: next, pages, sealed: 0, hasMore };
    const draft =
      next.open.length < this.#sizes.open ? { head: next, pages } : await this.#spill(endpointId, next, pages);
    draft.head.open = [...draft.head.open, ...sealed.map((segment) => ({ ...segment, isProvisional: true }))];
    return { ...draft, sealed: sealed.length, hasMore };
  }

  /** The segments after recounting provisional and changed ones; undefined if none needs it. */
  async #recount(endpointId: string, segments: Segment[], start: string, changed: string[]) {
    const isDue = ({ end, isProvisional }: Segment, after: string) =>
      isProvisional || changed.some((sortId) => after < sortId && sortId <= end);
    const after = (i: number) => segments[i - 1]?.end ?? start;
    if (!segments.some((segment, i) => isDue(segment, after(i)))) return undefined;
    const counted = await Promise.all(
      segments.map(async (segment, i) => {
        if (!isDue(segment, after(i))) return [segment];
        const entries = await entriesBetween(this.#table, endpointId, after(i), segment.end);
        return resegment(entries, segment.end, this.#sizes.segment);
      }),
    );
    return counted.flat();
  }

  async #recountPages(endpointId: string, { pages }: Head, changed: string[]): Promise<Map<number, Segment[]>> {
    const holds = (page: number, sortId: string) =>
      (pages[page - 1]?.end ?? '') < sortId && sortId <= (pages[page]?.end ?? '');
    const due = [...pages.keys()].filter((page) => changed.some((sortId) => holds(page, sortId)));
    const counted = await Promise.all(
      due.map(async (page) => {
        const segments = await readIndexPage(this.#table, endpointId, page, pages[page]);
        return [page, await this.#recount(endpointId, segments, pages[page - 1]?.end ?? '', changed)] as const;
      }),
    );
    return new Map(counted.flatMap(([page, segments]) => (segments === undefined ? [] : [[page, segments]])));
  }

  /** Moves the open segments to the last index page, or to a new one if it is full. */
  async #spill(endpointId: string, head: Head, pages: Map<number, Segment[]>): Promise<Draft> {
    const last = head.pages.length - 1;
    const hasRoom = last >= 0 && head.lastPageSize + head.open.length <= indexPageCapacity(this.#sizes, last);
    const page = hasRoom ? last : last + 1;
    const before = hasRoom
      ? (pages.get(last) ?? (await readIndexPage(this.#table, endpointId, last, head.pages[last])))
      : [];
    const moved = new Map([...pages, [page, [...before, ...head.open]]]);
    const range = { after: endOfIndexPages(head), end: lastOf(head) };
    const words = await wordsOfRange(this.#table, endpointId, range);
    return { head: withIndexPages({ ...head, open: [] }, moved), pages: moved, words: [words] };
  }

  /** New segments from the oldest submissions above the last sort id, and whether there may be more. */
  async #cutTail(endpointId: string, last: string, through: string | undefined) {
    if (through === undefined || (through <= last && through !== EVERYTHING)) return { segments: [], hasMore: false };
    const max = SEALED_PER_WRITE_MAX * this.#sizes.segment;
    const entries = await oldestEntries(this.#table, endpointId, submissionSortKeys(last, through), max);
    const { segments, rest } = cut(entries, this.#sizes.segment);
    const hasMore = entries.length === max && segments.length > 0;
    if (!hasMore) this.#cacheTail(endpointId, segments.at(-1)?.end ?? last, rest);
    return { segments, hasMore };
  }

  #cacheTail(endpointId: string, last: string, count: number): void {
    if (this.#tails.size >= CACHED_TAILS_MAX) this.#tails.clear();
    this.#tails.set(endpointId, { last, lacking: this.#sizes.segment - count });
  }

  /** True if the tail may hold a full segment after these inserts; avoids reading it each time. */
  #isTailWorthReading(endpointId: string, head: Head, inserted: number): boolean {
    const tail = this.#tails.get(endpointId);
    if (tail?.last !== lastOf(head)) return true;
    tail.lacking -= inserted;
    return tail.lacking <= 0;
  }
}
