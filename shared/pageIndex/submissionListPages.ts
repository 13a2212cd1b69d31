import type { PageQuery } from '../contract/schemas/common.ts';
import type { SubmissionWithData } from '../contract/schemas/submissions/submission.ts';
import { ALL_KEPT, type Kept } from '../storage/endpoints/keeping.ts';
import { parseSubmission } from '../storage/submissions/storedSubmission.ts';
import { submissionIdOf, submissionSortKeys } from '../storage/table/itemKeys.ts';
import { joined, readParts } from '../storage/table/paging.ts';
import { readEach } from '../storage/table/stored.ts';
import type { Item, TableAccess } from '../storage/table/table.ts';
import { checkListPage, type ListPage, listPagesOf } from '../storage/workspaces/workspaceLists.ts';
import { type Head, indexedCount, indexPageHolding, type Located, lastOf, placeAmong } from './head.ts';
import { keptHead, keptRangesIn, keptSegments } from './keptParts.ts';
import { keptRanges, requestsOf } from './keptRanges.ts';
import { INDEX_SIZES, type Segment, sumOf } from './segments.ts';
import { readHead, readIndexPage, readIndexPages } from './store.ts';

/**
 * With tails up to this size, the right index page is found without a second read: the remainder that is never sealed,
 * plus recent submissions.
 */
const USUAL_TAIL_MAX = 2 * INDEX_SIZES.segment;
/** Reads of a head while one of its index pages is being rewritten. */
const LOOKS_MAX = 3;

interface Slice {
  items: Item[];
  isEnd: boolean;
}

/**
 * Reads list pages of an endpoint's submissions, newest first: the head, then in parallel the count of the tail and an
 * index page, then one query that starts at the edge of the right segment. Page 1 with a limit above the usual tail is
 * one query, followed by the count only in a burst, when the tail is longer than the page.
 *
 * Consistency: list pages that start in the tail, such as page 1, are strongly consistent and show every acknowledged
 * submission, except one that is confirmed among many due ones. So are head and index pages, because a mismatch would be
 * visible. Counts of the tail and later list pages may lag by a second.
 */
export class SubmissionListPages {
  readonly #table: TableAccess;
  readonly #kept: Kept;

  constructor(table: TableAccess, kept: Kept = ALL_KEPT) {
    this.#table = table;
    this.#kept = kept;
  }

  /** @throws ApiError NOT_FOUND when the list page is past the last */
  async read(endpointId: string, { page, limit }: PageQuery, found: Head): Promise<ListPage<SubmissionWithData>> {
    const head = await keptHead(this.#table, endpointId, found, this.#kept);
    const skip = (page - 1) * limit;
    const asked = { skip, limit, found };
    const { slice, counted } =
      skip === 0 ? await this.#first(endpointId, asked, head) : await this.#later(endpointId, asked, head);
    // The list page is exact but the counts may lag: correct the total so that it agrees with the page and whether the
    // list ends there.
    const shown = skip + slice.items.length;
    const total = slice.isEnd ? (slice.items.length > 0 ? shown : Math.min(counted, skip)) : Math.max(counted, shown);
    const totalPages = listPagesOf(total, limit);
    checkListPage(page, totalPages);
    const { read, unreadable } = readEach(slice.items, parseSubmission);
    return { items: read, totalPages, unreadable: unreadable.map(submissionIdOf) };
  }

  /** A list page longer than the usual tail contains it whole; otherwise a query counts it. */
  async #first(endpointId: string, asked: Asked, head: Head) {
    const { limit } = asked;
    const last = lastOf(head);
    const [slice, count] = await Promise.all([
      this.#slice(endpointId, { ...asked, end: '', ConsistentRead: true }),
      limit > USUAL_TAIL_MAX ? undefined : this.#countTail(endpointId, last, limit),
    ]);
    const tail = count ?? tailIn(slice, last) ?? (await this.#countTail(endpointId, last, limit));
    return { slice, counted: indexedCount(head) + tail };
  }

  async #later(endpointId: string, asked: Asked, head: Head) {
    const { skip, limit } = asked;
    for (let map = head, look = 1; ; map = await this.#readHead(endpointId), look++) {
      const [tail, pages] = await Promise.all([
        this.#countTail(endpointId, lastOf(map), skip + limit),
        this.#likelyPages(endpointId, map, skip),
      ]);
      const counted = indexedCount(map) + tail;
      if (skip >= counted) return { slice: { items: [], isEnd: true }, counted };
      const inTail = skip < tail;
      const place = inTail ? { end: '', skip } : await this.#place(endpointId, map, skip - tail, pages, look);
      if (place === undefined) continue;
      return { slice: await this.#slice(endpointId, { ...asked, ...place, ConsistentRead: inTail }), counted };
    }
  }

  async #readHead(endpointId: string): Promise<Head> {
    return keptHead(this.#table, endpointId, await readHead(this.#table, endpointId), this.#kept);
  }

  /** Number of submissions newer than the index. Makes no second request of a range once it exceeds `enough`. */
  async #countTail(endpointId: string, last: string, enough: number): Promise<number> {
    let total = 0;
    for (const range of keptRanges(this.#kept, last)) {
      const counting = requestsOf(this.#table, endpointId, range)({ Select: 'COUNT', ConsistentRead: false });
      for await (const { count } of readParts(counting)) {
        total += count;
        if (total > enough) break;
      }
    }
    return total;
  }

  /** The index pages that hold the position if the tail has its usual size: one, or two near an edge. */
  async #likelyPages(endpointId: string, head: Head, skip: number): Promise<Map<number, Segment[]>> {
    const candidates = [skip, Math.max(0, skip - USUAL_TAIL_MAX)].map((position) => indexPageHolding(head, position));
    const pages = [...new Set(candidates)].filter((page) => page !== undefined);
    const read = await readIndexPages(this.#table, endpointId, pages);
    const kept = pages.map((page, i) => this.#keptOn(endpointId, head, page, read[i] as Segment[]));
    return new Map((await Promise.all(kept)).map((segments, i) => [pages[i] as number, segments]));
  }

  /**
   * Locates an indexed submission; undefined if its index page does not match the head, which must then be read again.
   * After the last attempt it relies on the head alone: counting from the index page's edge is slower but correct.
   */
  async #place(endpointId: string, head: Head, position: number, known: Map<number, Segment[]>, look: number) {
    const open = placeAmong(head.open, position);
    if (typeof open !== 'number') return open.found;
    const { found, index: page } = placeAmong(head.pages, position - open) as Located;
    const segments =
      known.get(page) ??
      (await this.#keptOn(endpointId, head, page, await readIndexPage(this.#table, endpointId, page)));
    const place = placeAmong(segments, found.skip);
    const fits = segments.at(-1)?.end === found.end && sumOf(segments) === head.pages[page]?.count;
    if (fits && typeof place !== 'number') return place.found;
    return look < LOOKS_MAX ? undefined : found;
  }

  async #keptOn(endpointId: string, { pages }: Head, page: number, segments: Segment[]): Promise<Segment[]> {
    if (this.#kept.spamFrom === ALL_KEPT.spamFrom) return segments;
    return keptSegments(this.#table, endpointId, segments, pages[page - 1]?.end ?? '', this.#kept);
  }

  /** Submissions from a sort id down, without the first `skip`. */
  async #slice(endpointId: string, { found, end, skip, limit, ConsistentRead }: SliceQuery): Promise<Slice> {
    const items: Item[] = [];
    let isEnd = true;
    for await (const range of keptRangesIn(this.#table, endpointId, found, this.#kept, end)) {
      const itemsMax = skip + limit - items.length;
      const reading = requestsOf(this.#table, endpointId, range)({ ScanIndexForward: false, ConsistentRead });
      const part = await joined(readParts(reading, { itemsMax }));
      items.push(...part.items);
      // One of several ranges is hardly the last.
      isEnd = part.isEnd && (part.items.length < itemsMax || this.#kept.spamFrom === this.#kept.from);
      if (part.items.length >= itemsMax) break;
    }
    return { items: items.slice(skip, skip + limit), isEnd };
  }
}

/** Number of submissions newer than the index; undefined unless the slice, newest first, contains them all. */
function tailIn({ items, isEnd }: Slice, last: string): number | undefined {
  const [first] = submissionSortKeys(last, '');
  const tail = items.findIndex(({ SK }) => String(SK) <= first);
  if (tail >= 0) return tail;
  return isEnd ? items.length : undefined;
}

interface Asked {
  skip: number;
  limit: number;
  /** The head as it was stored at first. */
  found: Head;
}

interface SliceQuery extends Asked {
  end: string;
  ConsistentRead: boolean;
}
