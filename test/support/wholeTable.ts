import { joined, readParts } from '../../shared/storage/table/paging.ts';
import type { Item, Table } from '../../shared/storage/table/table.ts';

/** Every item of a table, by an eventually consistent scan, which on the embedded engine sees everything. */
export async function itemsOf(table: Table): Promise<Item[]> {
  return (await joined(readParts((continuation) => table.scan(continuation)))).items;
}

export async function mentionsOf(table: Table, texts: string[]): Promise<Item[]> {
  return (await itemsOf(table)).filter((item) => {
    // String sets are not JSON.
    const text = JSON.stringify(item, (_name, value) => (value instanceof Set ? [...value] : value));
    return texts.some((searched) => text.includes(searched));
  });
}

/** A table that calls a hook before its n-th call, with the name of the method. */
export function intercepted(table: Table, before: (call: number, method: string) => unknown): Table {
  let calls = 0;
  return new Proxy(table, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return async (...args: unknown[]) => {
        await before(++calls, String(name));
        return method.apply(target, args);
      };
    },
  });
}
