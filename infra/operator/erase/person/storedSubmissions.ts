import { inPartition } from '../../../../shared/storage/table/expressions.ts';
import { endpointIdOf, pendingKey, SORT_PREFIX, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../../shared/storage/table/paging.ts';
import type { Item, Table } from '../../../../shared/storage/table/table.ts';
import { keysListed } from '../eraseWorkspace.ts';
import { type Addresses, addressesIn } from './addresses.ts';

const PAGE_ITEMS = 500;

export async function endpointIdsOf(table: Table, workspaceId: string): Promise<string[]> {
  return (await keysListed(table, 'endpoints', workspaceId)).map(endpointIdOf);
}

const collectionsOf = (endpointId: string) => [pendingKey(endpointId, ''), submissionKey(endpointId, '')];

/**
 * Pages of all that is stored of an endpoint's submissions, whether held, due or pending. Pending ones come first: one
 * that is confirmed meanwhile is among the others.
 */
export async function* storedSubmissions(table: Pick<Table, 'query'>, endpointId: string): AsyncGenerator<Item[]> {
  for (const { PK, SK } of collectionsOf(endpointId)) {
    const query = { ...inPartition(PK, SK), Limit: PAGE_ITEMS };
    for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) yield items;
  }
}

/** Id of the newest submission of these endpoints; empty if there is none. The service's clock has made it. */
export async function newestId(table: Pick<Table, 'query'>, endpointIds: readonly string[]): Promise<string> {
  let newest = '';
  for (const { PK, SK } of endpointIds.flatMap(collectionsOf)) {
    const { Items = [] } = await table.query({ ...inPartition(PK, SK), ScanIndexForward: false, Limit: 1 });
    for (const item of Items) if (idOf(item) > newest) newest = idOf(item);
  }
  return newest;
}

export const isSubmission = ({ SK }: Item): boolean =>
  [SORT_PREFIX.submission, SORT_PREFIX.pending].some((prefix) => String(SK).startsWith(prefix));

export const idOf = ({ SK }: Item): string => String(SK).slice(String(SK).indexOf('#') + 1);

export const isPending = ({ SK }: Item): boolean => String(SK).startsWith(SORT_PREFIX.pending);

export const filesIn = ({ files }: Item): number => Object.keys(files ?? {}).length;

/** Undefined for a submission that cannot be read. */
export function readableAddresses(item: Item): Addresses | undefined {
  try {
    return addressesIn(item);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
