import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { indexHeadKey, indexPageKey } from '../storage/itemKeys.ts';
import { type Lookup, readTogether } from '../storage/lookup.ts';
import type { Item, TableAccess } from '../storage/table.ts';
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

const PAGES_AT_ONCE = 16;

export function parseHead(item: Item | undefined): Head {
  if (item === undefined) return NO_HEAD;
  const { version, pages, lastPageSize, openSegments } = StoredHead.parse(item);
  return { version, pages: decodeSegments(pages), lastPageSize, open: decodeSegments(openSegments) };
}

const parsePage = (item: Item | undefined): Segment[] =>
  item === undefined ? [] : decodeSegments(StoredPage.parse(item).segments);

/** The head of an endpoint's page index, from which reads start. */
export const indexHead = (endpointId: string): Lookup<Head> => ({
  keys: isId('endpoint', endpointId) ? [indexHeadKey(endpointId)] : [],
  from: ([item]) => parseHead(item),
});

type ReadAccess = Pick<TableAccess, 'get' | 'getAll'>;

export const readHead = async (table: ReadAccess, endpointId: string): Promise<Head> =>
  parseHead(await table.get(indexHeadKey(endpointId)));

/** The heads of several indexes, at most 100, by one call. */
export async function readHeads(table: ReadAccess, endpointIds: readonly string[]): Promise<Head[]> {
  const keys = endpointIds.map(indexHeadKey);
  return keys.map(await readTogether(table, keys)).map(parseHead);
}

/** The segments of an index page; empty if a removal has deleted it. */
export const readIndexPage = async (table: ReadAccess, endpointId: string, page: number): Promise<Segment[]> =>
  parsePage(await table.get(indexPageKey(endpointId, page)));

/** The segments of several index pages, in a call for each 16. */
export async function readIndexPages(table: ReadAccess, endpointId: string, pages: readonly number[]) {
  const read: Segment[][] = [];
  for (let i = 0; i < pages.length; i += PAGES_AT_ONCE) {
    const keys = pages.slice(i, i + PAGES_AT_ONCE).map((page) => indexPageKey(endpointId, page));
    read.push(...keys.map(await readTogether(table, keys)).map(parsePage));
  }
  return read;
}
