import * as z from 'zod/mini';
import { indexHeadKey, indexPageKey } from '../storage/itemKeys.ts';
import type { TableAccess } from '../storage/table.ts';
import { type Head, NO_HEAD } from './head.ts';
import type { Segment } from './segments.ts';
import { decodeSegments } from './segmentText.ts';

const StoredHead = z.object({
  version: z.number(),
  pages: z.string(),
  lastPageSize: z.number(),
  openSegments: z.string(),
});
const StoredPage = z.object({ segments: z.string() });

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

  /** The segments of an index page; empty if a removal has deleted it. */
  async readPage(endpointId: string, page: number): Promise<Segment[]> {
    const item = await this.#table.get(indexPageKey(endpointId, page));
    return item === undefined ? [] : decodeSegments(StoredPage.parse(item).segments);
  }
}
