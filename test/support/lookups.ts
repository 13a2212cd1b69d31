import { type Lookup, readTogether } from '../../shared/storage/table/lookup.ts';
import type { Owned } from '../../shared/storage/table/ownership.ts';
import type { TableAccess } from '../../shared/storage/table/table.ts';

/** The lookups of a handler with this caller. */
export async function lookUp<T>(
  table: Pick<TableAccess, 'get' | 'getAll'>,
  { keys, from }: Lookup<T>,
  caller: Owned = { workspaceId: '' },
): Promise<T> {
  return from(keys.map(await readTogether(table, keys)), caller);
}
