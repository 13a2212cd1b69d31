import * as z from 'zod/mini';
import {
  endpointKey,
  type ItemKey,
  indexHeadKey,
  indexPageKey,
  markOf,
  submissionIdOf,
  submissionSortKeys,
} from '../storage/itemKeys.ts';
import type { Item } from '../storage/table.ts';
import { ConditionFailed, type TableAccess, type TransactionWrite } from '../storage/table.ts';
import { endpointIsThere } from '../storage/updates.ts';
import { type Head, NO_HEAD } from './head.ts';
import { decodeSegments, encodeSegments, type Segment } from './segments.ts';

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

/** What became of a write: `stale` if another was first, `gone` if the endpoint is. */
export type WriteOutcome = 'written' | 'stale' | 'gone';

/** The items of page indexes, and the marks that they are made from. */
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

  /** The segments of a page; none where the endpoint's removal has come to the page already. */
  async readPage(endpointId: string, page: number): Promise<Segment[]> {
    const item = await this.#table.get(indexPageKey(endpointId, page));
    return item === undefined ? [] : decodeSegments(StoredPage.parse(item).segments);
  }

  /** The marks of every submission in a range, as they are now. */
  async marksBetween(endpointId: string, after: string, through: string): Promise<string[]> {
    return this.#marks(endpointId, after, through, { ConsistentRead: true });
  }

  /** The marks of the oldest submissions in a range; one that was written a moment ago may be missing. */
  async oldestMarks(endpointId: string, after: string, through: string, max: number): Promise<string[]> {
    return this.#marks(endpointId, after, through, { ConsistentRead: false, Limit: max });
  }

  /**
   * Writes a head that was made from the one with `version`, and its pages: all or nothing, and only if no other
   * write was first. The first head needs its endpoint: so nothing appears after the endpoint's removal.
   */
  async write(endpointId: string, version: number, { head, pages }: Draft): Promise<WriteOutcome> {
    const update = headUpdate(indexHeadKey(endpointId), head, version);
    const puts = [...pages].map(([page, segments]) => putPage(indexPageKey(endpointId, page), segments));
    const isFirst = version === 0;
    try {
      if (isFirst) await this.#table.transact([endpointIsThere(endpointId), { Update: update }, ...puts]);
      else if (puts.length > 0) await this.#table.transact([{ Update: update }, ...puts]);
      else await this.#table.update({ ...update, ReturnValues: 'NONE' });
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return isFirst && error.index === 0 ? 'gone' : 'stale';
    }
  }

  async #marks(endpointId: string, after: string, through: string, { ConsistentRead, Limit = Infinity }: MarkQuery) {
    const [from, to] = submissionSortKeys(after, through);
    const marks: string[] = [];
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.#table.query({
        KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': endpointKey(endpointId).PK, ':from': from, ':to': to },
        ProjectionExpression: 'SK',
        Select: 'SPECIFIC_ATTRIBUTES',
        ConsistentRead,
        ExclusiveStartKey: startKey,
        ...(Number.isFinite(Limit) ? { Limit: Limit - marks.length } : {}),
      });
      marks.push(...Items.map(({ SK }) => markOf(submissionIdOf({ SK: String(SK) }))));
      startKey = LastEvaluatedKey;
    } while (startKey !== undefined && marks.length < Limit);
    return marks;
  }
}

interface MarkQuery {
  ConsistentRead: boolean;
  Limit?: number;
}

const headUpdate = (Key: ItemKey, { pages, lastPageSize, open }: Head, version: number) => ({
  Key,
  UpdateExpression: 'SET version = :next, pages = :pages, lastPageSize = :size, openSegments = :open',
  ...ifVersionIs(version, {
    ':next': version + 1,
    ':pages': encodeSegments(pages),
    ':size': lastPageSize,
    ':open': encodeSegments(open),
  }),
});

const ifVersionIs = (version: number, values: Item) =>
  version === 0
    ? { ConditionExpression: 'attribute_not_exists(PK)', ExpressionAttributeValues: values }
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ...values, ':version': version } };

const putPage = (key: ItemKey, segments: Segment[]): TransactionWrite => ({
  Put: { Item: { ...key, segments: encodeSegments(segments) } },
});
