import { isId } from '../contract/ids.ts';
import type { PageQuery } from '../contract/schemas/common.ts';
import type { SubmissionWithData } from '../contract/schemas/submission.ts';
import { endpointKey, submissionSortKeys } from '../storage/itemKeys.ts';
import { parseSubmission } from '../storage/submissions.ts';
import type { Item, TableAccess } from '../storage/table.ts';
import { checkPage, type Page, pagesOf } from '../storage/workspaceLists.ts';
import { type Head, indexedCount, type Located, lastOf, NO_HEAD, pageHolding, placeAmong } from './head.ts';
import { INDEX_SIZES, type Segment, sumOf } from './segments.ts';
import { IndexStore } from './store.ts';

/** Tails up to this need no second look for the right page: what the consumer leaves, and as much again that it has not seen. */
const USUAL_TAIL_MAX = 2 * INDEX_SIZES.segment;
/** Looks at a head one of whose pages is just being written anew. */
const LOOKS_MAX = 3;

/** Submissions as they were read, and whether the list ends with them. */
interface Slice {
  items: Item[];
  isEnd: boolean;
}

/**
 * Pages of an endpoint's submissions, newest first, from its page index: the head, then side by side the count of
 * the tail and a page of the index, then one query that starts at the right segment's edge.
 *
 * Consistency: pages that begin in the tail, and so page 1, are read strongly: they hold what was acknowledged.
 * So are head and index pages, because a mismatch would be seen. Counts of the tail and pages farther back may
 * miss what was written within the last second.
 */
export class SubmissionPages {
  readonly #table: TableAccess;
  readonly #store: IndexStore;

  constructor(table: TableAccess) {
    this.#table = table;
    this.#store = new IndexStore(table);
  }

  /** What `read` starts from; needs no more than the endpoint's id, so it goes beside what checks the caller. */
  async head(endpointId: string): Promise<Head> {
    return isId('endpoint', endpointId) ? this.#store.readHead(endpointId) : NO_HEAD;
  }

  /** @throws ApiError NOT_FOUND when the page is past the last */
  async read(endpointId: string, { page, limit }: PageQuery, head: Head): Promise<Page<SubmissionWithData>> {
    const skip = (page - 1) * limit;
    const { slice, counted } =
      skip === 0 ? await this.#first(endpointId, limit, head) : await this.#later(endpointId, { skip, limit }, head);
    // What is seen is right, whatever was counted: a list that ends here has no more, one that goes on no less.
    const shown = skip + slice.items.length;
    const total = slice.isEnd ? (slice.items.length > 0 ? shown : Math.min(counted, skip)) : Math.max(counted, shown);
    const totalPages = pagesOf(total, limit);
    checkPage(page, totalPages);
    return { items: slice.items.map(parseSubmission), totalPages };
  }

  async #first(endpointId: string, limit: number, head: Head) {
    const [slice, tail] = await Promise.all([
      this.#slice(endpointId, { end: '', skip: 0, limit, ConsistentRead: true }),
      this.#countTail(endpointId, lastOf(head), limit),
    ]);
    return { slice, counted: indexedCount(head) + tail };
  }

  async #later(endpointId: string, { skip, limit }: { skip: number; limit: number }, head: Head) {
    for (let map = head, look = 1; ; map = await this.#store.readHead(endpointId), look++) {
      const [tail, pages] = await Promise.all([
        this.#countTail(endpointId, lastOf(map), skip + limit),
        this.#likelyPages(endpointId, map, skip),
      ]);
      const counted = indexedCount(map) + tail;
      if (skip >= counted) return { slice: { items: [], isEnd: true }, counted };
      const inTail = skip < tail;
      const place = inTail ? { end: '', skip } : await this.#place(endpointId, map, skip - tail, pages, look);
      if (place === undefined) continue;
      return { slice: await this.#slice(endpointId, { ...place, limit, ConsistentRead: inTail }), counted };
    }
  }

  /** How many submissions are above the index; in a burst no more than a query beyond `enough` is counted. */
  async #countTail(endpointId: string, last: string, enough: number): Promise<number> {
    const [from, to] = submissionSortKeys(last, '');
    let count = 0;
    let startKey: Item | undefined;
    do {
      const { Count = 0, LastEvaluatedKey } = await this.#table.query({
        ...between(endpointId, from, to),
        Select: 'COUNT',
        ConsistentRead: false,
        ExclusiveStartKey: startKey,
      });
      count += Count;
      startKey = LastEvaluatedKey;
    } while (startKey !== undefined && count <= enough);
    return count;
  }

  /** The index page on which a submission stands for any usual tail: one, or two where it is near an edge. */
  async #likelyPages(endpointId: string, head: Head, skip: number): Promise<Map<number, Segment[]>> {
    const candidates = [skip, Math.max(0, skip - USUAL_TAIL_MAX)].map((position) => pageHolding(head, position));
    const pages = [...new Set(candidates)].filter((page) => page !== undefined);
    return new Map(
      await Promise.all(pages.map(async (page) => [page, await this.#store.readPage(endpointId, page)] as const)),
    );
  }

  /**
   * Where an indexed submission stands; undefined when its index page is not the one that the head knew. Looked at
   * often enough, the head alone will do: the way from the page's own edge is right too, only longer.
   */
  async #place(endpointId: string, head: Head, position: number, known: Map<number, Segment[]>, look: number) {
    const open = placeAmong(head.open, position);
    if (typeof open !== 'number') return open.found;
    const { found, index: page } = placeAmong(head.pages, position - open) as Located;
    const segments = known.get(page) ?? (await this.#store.readPage(endpointId, page));
    const place = placeAmong(segments, found.skip);
    const fits = segments.at(-1)?.end === found.end && sumOf(segments) === head.pages[page]?.count;
    if (fits && typeof place !== 'number') return place.found;
    return look < LOOKS_MAX ? undefined : found;
  }

  /** Submissions from a mark down, without the first `skip`; a query answers at most 1 MB. */
  async #slice(endpointId: string, { end, skip, limit, ConsistentRead }: SliceQuery): Promise<Slice> {
    const [from, to] = submissionSortKeys('', end);
    const items: Item[] = [];
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.#table.query({
        ...between(endpointId, from, to),
        ScanIndexForward: false,
        ConsistentRead,
        ExclusiveStartKey: startKey,
        Limit: skip + limit - items.length,
      });
      items.push(...Items);
      startKey = LastEvaluatedKey;
    } while (startKey !== undefined && items.length < skip + limit);
    return { items: items.slice(skip), isEnd: startKey === undefined };
  }
}

interface SliceQuery {
  end: string;
  skip: number;
  limit: number;
  ConsistentRead: boolean;
}

const between = (endpointId: string, from: string, to: string) => ({
  KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK, ':from': from, ':to': to },
});
