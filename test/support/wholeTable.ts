import { joined, readParts } from '../../shared/storage/paging.ts';
import type { Item, Table } from '../../shared/storage/table.ts';

/** Every item of a table, with an eventually consistent scan: on the embedded engine it sees everything. */
export async function itemsOf(table: Table): Promise<Item[]> {
  return (await joined(readParts((continuation) => table.scan(continuation)))).items;
}

/** The items that hold any of these texts, wherever in them. */
export async function mentionsOf(table: Table, texts: string[]): Promise<Item[]> {
  return (await itemsOf(table)).filter((item) => {
    // A set of texts is no JSON.
    const text = JSON.stringify(item, (_name, value) => (value instanceof Set ? [...value] : value));
    return texts.some((searched) => text.includes(searched));
  });
}

/** A table that does something else before its n-th call, such as failing; it is told which method is called. */
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
