import { endpointMustExist } from '../storage/endpointExistence.ts';
import { ABSENT, hasValues, onlyIf, setAll } from '../storage/expressions.ts';
import { indexHeadKey, indexPageKey } from '../storage/itemKeys.ts';
import type { ItemKey } from '../storage/partitions.ts';
import { ConditionFailed, type TableAccess, type TransactionWrite } from '../storage/table.ts';
import type { Head } from './head.ts';
import type { Segment } from './segments.ts';
import { encodeSegments } from './segmentText.ts';

export interface Draft {
  head: Head;
  pages: Map<number, Segment[]>;
}

/** Outcome of a write: `stale` if another writer was first, `gone` if the endpoint is deleted. */
export type WriteOutcome = 'written' | 'stale' | 'gone';

/** Writes page indexes. Separate from `IndexStore` to keep it out of functions that only read. */
export class IndexWriter {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /**
   * Writes index pages and the head computed from the given `version`, in one transaction that fails if another writer
   * was first. The first head requires the endpoint to exist, so that no index appears after a removal.
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
