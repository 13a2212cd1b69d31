import { selecting, withSortKey } from '../../../shared/storage/expressions.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf } from '../../../shared/storage/itemKeys.ts';
import { readParts } from '../../../shared/storage/paging.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** Ids of all workspaces' endpoints, from a scan of the whole table: half a read unit per 4 kB. */
export async function* endpointIdsOf(table: Table): AsyncGenerator<string> {
  const scan = { ...withSortKey(ENDPOINT_SORT_KEY), ...selecting('PK') };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    for (const { PK } of items) yield endpointIdOf({ PK: String(PK) });
  }
}
