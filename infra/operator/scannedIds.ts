import { selecting, withSortKey } from '../../shared/storage/table/expressions.ts';
import { endpointIdOf, endpointKey, workspaceIdOf, workspaceKey } from '../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../shared/storage/table/partitions.ts';
import type { Table } from '../../shared/storage/table/table.ts';

export const endpointIdsOf = (table: Table) => idsOf(table, endpointKey, endpointIdOf);

export const workspaceIdsOf = (table: Table) => idsOf(table, workspaceKey, workspaceIdOf);

/** All ids of a kind, from a scan of the whole table: half a read unit per 4 kB. */
async function* idsOf(table: Table, keyOf: (id: string) => ItemKey, idOf: (key: { PK: string }) => string) {
  const scan = { ...withSortKey(keyOf('').SK), ...selecting('PK') };
  for await (const { items } of readParts((continuation) => table.scan({ ...scan, ...continuation }))) {
    for (const { PK } of items) yield idOf({ PK: String(PK) });
  }
}
