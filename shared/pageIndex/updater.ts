import { encodeTime } from 'ulid';
import { markOf } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';
import { endOfPages, type Head, lastOf } from './head.ts';
import { cut, INDEX_SIZES, type IndexSizes, pageCapacity, resegment, type Segment, sumOf } from './segments.ts';
import { type Draft, IndexStore } from './store.ts';

/** What happened to an endpoint's submissions since its index was last brought up to date, by their ids. */
export interface Changes {
  inserted: string[];
  removed: string[];
}

/** Segments that one write seals at most: in a burst, a batch of 100 inserts has room to catch up. */
const SEALED_PER_WRITE_MAX = 16;
/** Changes that one write takes in: each may be on a page of its own, and a transaction has 100 items at most. */
const CHANGES_PER_WRITE_MAX = 64;
/** Writes of one update that seal: the rest is left to the next one, so that an update ends in time. */
const SEALING_WRITES_MAX = 8;
/** Passes of one update, those included that another writer spoils. */
const PASSES_MAX = 50;
/** Endpoints whose tail an updater remembers. */
const REMEMBERED_TAILS_MAX = 10_000;
/** Characters of a mark that hold its time. */
const TIME_LENGTH = 10;

/** What an update is to do. */
interface Work {
  changed: string[];
  /** Mark up to which the tail may be sealed, '' for all of it; undefined when it is left alone. */
  sealThrough: string | undefined;
}

/** Segments that were sealed, and whether there may be more to seal. */
export interface Growth {
  sealed: number;
  goOn: boolean;
}

const EVERYTHING = '';

interface Pass extends Draft, Growth {}

/**
 * Brings page indexes up to date. Nothing is ever incremented: a change has its segment counted again, so it does
 * no harm to repeat one, to leave off in between, or to be two. It rests on three things:
 *
 * - every write needs the version that its counting began with (`IndexStore.write`), and counts are strong reads;
 * - a recount is written even if the number is the same, because the write spoils those that began before it;
 * - a sealed segment is counted again after it was published, because whoever handled a change before that took it
 *   for one of the tail.
 */
export class IndexUpdater {
  readonly #store: IndexStore;
  readonly #sizes: IndexSizes;
  readonly #now: () => number;
  /** How many inserts an endpoint's tail lacked for a segment when it was read last: until then it is left alone. */
  readonly #tails = new Map<string, { last: string; lacking: number }>();

  constructor(table: TableAccess, sizes: IndexSizes = INDEX_SIZES, now: () => number = Date.now) {
    this.#store = new IndexStore(table);
    this.#sizes = sizes;
    this.#now = now;
  }

  readHead(endpointId: string): Promise<Head> {
    return this.#store.readHead(endpointId);
  }

  /** Has the changes counted, starting from a head that was read after they happened. */
  async update(endpointId: string, head: Head, { inserted, removed }: Changes): Promise<void> {
    const changed = [...new Set([...inserted, ...removed].map(markOf))];
    const seals = inserted.length > 0 && this.#isTailWorthReading(endpointId, head, inserted.length);
    // What is sealed before its record comes by is counted once more then: one by one, that is dear. In a burst
    // many share a recount, and the tail is to stay short although the stream is behind.
    const isBurst = inserted.length >= this.#sizes.segment;
    const sealThrough = isBurst ? EVERYTHING : inserted.map(markOf).sort().at(-1);
    await this.#bringUpToDate(endpointId, head, { changed, sealThrough: seals ? sealThrough : undefined });
  }

  /**
   * Seals a bounded part of what no index holds yet.
   * @returns how many segments it sealed, and whether there may be more
   */
  async grow(endpointId: string): Promise<Growth> {
    const head = await this.#store.readHead(endpointId);
    return this.#bringUpToDate(endpointId, head, { changed: [], sealThrough: EVERYTHING });
  }

  /** Counts every segment again, part by part: mends what lost stream records left wrong. */
  async recount(endpointId: string, onPart: (counted: number) => void): Promise<void> {
    const { pages, open } = await this.#store.readHead(endpointId);
    const parts = [...pages.keys()].map((page) => () => this.#store.readPage(endpointId, page));
    for (const part of [...parts, async () => open]) {
      const changed = (await part()).map(({ end }) => end);
      const head = await this.#store.readHead(endpointId);
      await this.#bringUpToDate(endpointId, head, { changed, sealThrough: undefined });
      onPart(changed.length);
    }
  }

  async #bringUpToDate(endpointId: string, readHead: Head, { changed, sealThrough }: Work): Promise<Growth> {
    let [head, due, goOn, sealed] = [readHead, changed, sealThrough !== undefined, 0];
    for (let pass = 0, sealingWrites = 0; pass < PASSES_MAX; pass++) {
      const indexed = due.filter((mark) => mark <= lastOf(head)).slice(0, CHANGES_PER_WRITE_MAX);
      const seals = goOn && sealingWrites < SEALING_WRITES_MAX;
      const draft = await this.#pass(endpointId, head, indexed, seals ? sealThrough : undefined);
      if (seals) goOn = draft?.goOn ?? false;
      if (draft === undefined) return { sealed, goOn };
      const outcome = await this.#store.write(endpointId, head.version, draft);
      if (outcome === 'gone') return { sealed, goOn: false };
      if (outcome === 'written') {
        head = draft.head;
        due = due.filter((mark) => !indexed.includes(mark));
        sealed += draft.sealed;
        if (draft.sealed > 0) sealingWrites++;
      } else {
        head = await this.#store.readHead(endpointId);
        goOn = sealThrough !== undefined;
      }
    }
    throw new Error(`the page index of ${endpointId} was still being changed after ${PASSES_MAX} passes`);
  }

  /** Counts what is due and seals what the tail holds: the next head, or nothing if there is nothing to write. */
  async #pass(endpointId: string, head: Head, changed: string[], sealThrough?: string): Promise<Pass | undefined> {
    const [open, pages, { segments: sealed, goOn }] = await Promise.all([
      this.#recount(endpointId, head.open, endOfPages(head), changed),
      this.#recountPages(endpointId, head, changed),
      this.#cutTail(endpointId, lastOf(head), sealThrough),
    ]);
    if (open === undefined && pages.size === 0 && sealed.length === 0) return undefined;
    const next = withPages({ ...head, version: head.version + 1, open: open ?? head.open }, pages);
    if (sealed.length === 0) return { head: next, pages, sealed: 0, goOn };
    const draft =
      next.open.length < this.#sizes.open ? { head: next, pages } : await this.#spill(endpointId, next, pages);
    draft.head.open = [...draft.head.open, ...sealed.map((segment) => ({ ...segment, isProvisional: true }))];
    return { ...draft, sealed: sealed.length, goOn };
  }

  /** The segments with those counted again that are provisional or hold a change; nothing if none is due. */
  async #recount(endpointId: string, segments: Segment[], start: string, changed: string[]) {
    const isDue = ({ end, isProvisional }: Segment, after: string) =>
      isProvisional || changed.some((mark) => after < mark && mark <= end);
    const after = (i: number) => segments[i - 1]?.end ?? start;
    if (!segments.some((segment, i) => isDue(segment, after(i)))) return undefined;
    const counted = await Promise.all(
      segments.map(async (segment, i) => {
        if (!isDue(segment, after(i))) return [segment];
        const marks = await this.#store.marksBetween(endpointId, after(i), segment.end);
        return resegment(marks, segment.end, this.#sizes.segment);
      }),
    );
    return counted.flat();
  }

  /** The pages that hold a change, counted again. */
  async #recountPages(endpointId: string, { pages }: Head, changed: string[]): Promise<Map<number, Segment[]>> {
    const holds = (page: number, mark: string) =>
      (pages[page - 1]?.end ?? '') < mark && mark <= (pages[page]?.end ?? '');
    const due = [...pages.keys()].filter((page) => changed.some((mark) => holds(page, mark)));
    const counted = await Promise.all(
      due.map(async (page) => {
        const segments = await this.#store.readPage(endpointId, page);
        return [page, await this.#recount(endpointId, segments, pages[page - 1]?.end ?? '', changed)] as const;
      }),
    );
    return new Map(counted.flatMap(([page, segments]) => (segments === undefined ? [] : [[page, segments]])));
  }

  /** Moves the open segments onto the last page, or onto a new one if they find no room there. */
  async #spill(endpointId: string, head: Head, pages: Map<number, Segment[]>): Promise<Draft> {
    const last = head.pages.length - 1;
    const hasRoom = last >= 0 && head.lastPageSize + head.open.length <= pageCapacity(this.#sizes, last);
    const page = hasRoom ? last : last + 1;
    const before = hasRoom ? (pages.get(last) ?? (await this.#store.readPage(endpointId, last))) : [];
    const moved = new Map([...pages, [page, [...before, ...head.open]]]);
    return { head: withPages({ ...head, open: [] }, moved), pages: moved };
  }

  /** New segments from the oldest submissions above the last mark, and whether there may be more. */
  async #cutTail(endpointId: string, last: string, through: string | undefined) {
    if (through === undefined || (through <= last && through !== EVERYTHING)) return { segments: [], goOn: false };
    const max = SEALED_PER_WRITE_MAX * this.#sizes.segment;
    const marks = await this.#store.oldestMarks(endpointId, last, through, max);
    // An id from a clock that runs ahead stays in the tail until its time has come: sealed, it would make every
    // submission until then a late one.
    const now = encodeTime(this.#now(), TIME_LENGTH);
    const ripe = marks.filter((mark) => mark.slice(0, TIME_LENGTH) <= now);
    const { segments } = cut(ripe, this.#sizes.segment);
    const goOn = ripe.length === max && segments.length > 0;
    if (!goOn) this.#rememberTail(endpointId, segments.at(-1)?.end ?? last, marks.length - sumOf(segments));
    return { segments, goOn };
  }

  #rememberTail(endpointId: string, last: string, count: number): void {
    if (this.#tails.size >= REMEMBERED_TAILS_MAX) this.#tails.clear();
    this.#tails.set(endpointId, { last, lacking: this.#sizes.segment - count });
  }

  /** Whether so many inserts later the tail may hold a segment: saves reading it after every single insert. */
  #isTailWorthReading(endpointId: string, head: Head, inserted: number): boolean {
    const tail = this.#tails.get(endpointId);
    if (tail?.last !== lastOf(head)) return true;
    tail.lacking -= inserted;
    return tail.lacking <= 0;
  }
}

/** The head with new contents for some of its pages. */
function withPages(head: Head, contents: Map<number, Segment[]>): Head {
  if (contents.size === 0) return head;
  const pages = [...head.pages];
  for (const [page, segments] of contents) {
    pages[page] = { end: segments.at(-1)?.end ?? pages[page]?.end ?? '', count: sumOf(segments) };
  }
  const lastPageSize = contents.get(pages.length - 1)?.length ?? head.lastPageSize;
  return { ...head, pages, lastPageSize };
}
