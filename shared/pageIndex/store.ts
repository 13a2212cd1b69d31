import * as z from 'zod/mini';
import { endpointMustExist } from '../storage/endpointExistence.ts';
import { ABSENT, between, hasValues, only, onlyIf, setAll } from '../storage/expressions.ts';
import {
  endpointKey,
  type ItemKey,
  indexHeadKey,
  indexPageKey,
  submissionSortKeys,
  submissionSortKeysFrom,
} from '../storage/itemKeys.ts';
import { joined, readParts } from '../storage/paging.ts';
import { ConditionFailed, type TableAccess, type TransactionWrite } from '../storage/table.ts';
import { type Head, NO_HEAD } from './head.ts';
import type { Segment } from './segments.ts';
import { decodeSegments, encodeSegments } from './segmentText.ts';
import { ENTRY_ATTRIBUTES, type Entry, entryOf } from './states.ts';

const StoredHead = z.object({
  version: z.number(),
  pages: z.string(),
  lastPageSize: z.number(),
  openSegments: z.string(),
});
const StoredPage = z.object({ segments: z.string() });

/** A new head, and the pages that change with it. */
export interface Draft {
  head: Head;
  pages: Map<number, Segment[]>;
}

/** Outcome of a write: `stale` if another writer was first, `gone` if the endpoint is gone. */
export type WriteOutcome = 'written' | 'stale' | 'gone';

/** The items of page indexes, and the submissions that they are made from. */
export class IndexStore {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async readHead(endpointId: string): Promise<Head> {
    const item = await this.#table.get(indexHeadKey(endpointId));
    if (item === undefined) return NO_HEAD;
    const { version, pages, lastPageSize, openSegments } = StoredHead.parse(item);
    return { version, pages: decodeSegments(pages), lastPageSize, open: decodeSegments(openSegments) };
  }

  /** The segments of a page; none if the removal of the endpoint has deleted the page. */
  async readPage(endpointId: string, page: number): Promise<Segment[]> {
    const item = await this.#table.get(indexPageKey(endpointId, page));
    return item === undefined ? [] : decodeSegments(StoredPage.parse(item).segments);
  }

  /** Every submission with a mark above `after` and up to `through` ('' is no bound), as they are now. */
  async entriesBetween(endpointId: string, after: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, through), { ConsistentRead: true });
  }

  /** The same with the first mark included. */
  async entriesFrom(endpointId: string, first: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeysFrom(first, through), { ConsistentRead: true });
  }

  /** The oldest submissions above a mark, as they are now. */
  async firstEntries(endpointId: string, after: string, max: number): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, ''), { ConsistentRead: true, itemsMax: max });
  }

  /** The mark of the newest submission, as it is now. */
  async newestMark(endpointId: string): Promise<string | undefined> {
    const query = { ConsistentRead: true, itemsMax: 1, ScanIndexForward: false };
    const [newest] = await this.#entries(endpointId, submissionSortKeys('', ''), query);
    return newest?.mark;
  }

  /** The oldest submissions in a range; one that was written a moment ago may be missing. */
  async oldestEntries(endpointId: string, after: string, through: string, max: number): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, through), { ConsistentRead: false, itemsMax: max });
  }

  /**
   * Writes a head that was computed from the one with `version`, and its pages: all or nothing, and only if no other
   * writer was first. The first head needs its endpoint, so that no index appears after the endpoint's removal.
   */
  async write(endpointId: string, version: number, { head, pages }: Draft): Promise<WriteOutcome> {
    const update = headUpdate(indexHeadKey(endpointId), head, version);
    const puts = [...pages].map(([page, segments]) => putPage(indexPageKey(endpointId, page), segments));
    const isFirst = version === 0;
    try {
      if (isFirst) await this.#table.transact([endpointMustExist(endpointId), { Update: update }, ...puts]);
      else if (puts.length > 0) await this.#table.transact([{ Update: update }, ...puts]);
      else await this.#table.update({ ...update, ReturnValues: 'NONE' });
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return isFirst && error.index === 0 ? 'gone' : 'stale';
    }
  }

  async #entries(endpointId: string, sortKeys: SortKeys, { itemsMax, ...options }: EntryQuery): Promise<Entry[]> {
    const range = between(endpointKey(endpointId).PK, sortKeys);
    const query = { ...range, ...only('SK', ...ENTRY_ATTRIBUTES), ...options };
    const parts = readParts((continuation) => this.#table.query({ ...query, ...continuation }), { itemsMax });
    return (await joined(parts)).items.map(entryOf);
  }
}

type SortKeys = ReturnType<typeof submissionSortKeys>;

interface EntryQuery {
  ConsistentRead: boolean;
  ScanIndexForward?: boolean;
  itemsMax?: number;
}

const headUpdate = (Key: ItemKey, { pages, lastPageSize, open }: Head, version: number) => ({
  Key,
  ...onlyIf(
    version === 0 ? ABSENT : hasValues({ version }),
    setAll({
      version: version + 1,
      pages: encodeSegments(pages),
      lastPageSize,
      openSegments: encodeSegments(open),
    }),
  ),
});

const putPage = (key: ItemKey, segments: Segment[]): TransactionWrite => ({
  Put: { Item: { ...key, segments: encodeSegments(segments) } },
});
