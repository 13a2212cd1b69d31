import type { Caller, Owned } from './ownership.ts';
import type { ItemKey } from './partitions.ts';
import type { Item, TableAccess } from './table.ts';

/** Items to read, and their conversion for a caller, of whom most need only the workspace. */
export interface Lookup<T, For = Owned> {
  keys: readonly ItemKey[];
  /**
   * @param items in the order of `keys`
   * @throws ApiError where the caller may not have the result
   */
  from: (items: (Item | undefined)[], caller: For) => T;
}

export type Lookups = Record<string, Lookup<unknown, Caller>>;
export type Results<L extends Lookups> = { [Name in keyof L]: ReturnType<L[Name]['from']> };

/** Reads items by one call: the same capacity units as separate calls, and for three items a third of the processor time. */
export async function readTogether(
  table: Pick<TableAccess, 'get' | 'getAll'>,
  keys: readonly ItemKey[],
): Promise<(key: ItemKey) => Item | undefined> {
  // DynamoDB rejects a batch that contains a key twice.
  const distinct = [...new Map(keys.map((key) => [idOf(key), key])).values()];
  const [first] = distinct;
  if (distinct.length === 0) return () => undefined;
  const found = distinct.length === 1 && first ? [await table.get(first)] : await table.getAll(distinct);
  const byId = new Map(found.flatMap((item) => (item ? [[idOf(item as ItemKey), item]] : [])));
  return (key) => byId.get(idOf(key));
}

const idOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`;
