import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { indexHeadKey, indexPageKey } from '../storage/table/itemKeys.ts';
import { type Lookup, readTogether } from '../storage/table/lookup.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { readOr } from '../storage/table/stored.ts';
import type { Item, TableAccess } from '../storage/table/table.ts';
import { type Head, NO_HEAD } from './head.ts';
import type { CountedRange, Segment } from './segments.ts';
import { decodeSegments } from './segmentText.ts';

const StoredHead = z.object({
  version: z.number(),
  pages: z.string(),
  lastPageSize: z.number(),
  openSegments: z.string(),
});
const StoredPage = z.object({ segments: z.string() });

const PAGES_AT_ONCE = 16;

/** One that cannot be read counts as empty, and the next write replaces it. */
export function parseHead(item: Item | undefined): Head {
  if (item === undefined) return NO_HEAD;
  return readOr(() => decodedHead(item), item as ItemKey) ?? { ...NO_HEAD, version: item.version as number };
}

function decodedHead(item: Item): Head {
  const { version, pages, lastPageSize, openSegments } = StoredHead.parse(item);
  return { version, pages: decodeSegments(pages), lastPageSize, open: decodeSegments(openSegments) };
}

const parsePage = (item: Item | undefined): Segment[] | undefined =>
  item === undefined ? [] : readOr(() => decodeSegments(StoredPage.parse(item).segments), item as ItemKey);

export const indexHead = (endpointId: string): Lookup<Head> => ({
  keys: isId('endpoint', endpointId) ? [indexHeadKey(endpointId)] : [],
  from: ([item]) => parseHead(item),
});

type ReadAccess = Pick<TableAccess, 'get' | 'getAll'>;

export const readHead = async (table: ReadAccess, endpointId: string): Promise<Head> =>
  parseHead(await table.get(indexHeadKey(endpointId)));

export async function readHeads(table: ReadAccess, endpointIds: readonly string[]): Promise<Head[]> {
  const keys = endpointIds.map(indexHeadKey);
  return keys.map(await readTogether(table, keys)).map(parseHead);
}

/**
 * The segments of an index page; empty if a removal has deleted it.
 * @param range its entry in the head: if the page cannot be read, the only segment, to be recounted
 */
export async function readIndexPage(table: ReadAccess, endpointId: string, page: number, range?: CountedRange) {
  const segments = parsePage(await table.get(indexPageKey(endpointId, page)));
  return segments ?? (range ? [{ ...range, isProvisional: true }] : []);
}

export async function readIndexPages(table: ReadAccess, endpointId: string, pages: readonly number[]) {
  const read: Segment[][] = [];
  for (let i = 0; i < pages.length; i += PAGES_AT_ONCE) {
    const keys = pages.slice(i, i + PAGES_AT_ONCE).map((page) => indexPageKey(endpointId, page));
    read.push(...keys.map(await readTogether(table, keys)).map((item) => parsePage(item) ?? []));
  }
  return read;
}
