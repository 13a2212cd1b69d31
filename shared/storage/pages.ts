import type { Item } from './table.ts';

/** What a query or a scan answers. */
interface ReadPage {
  Items?: Item[] | undefined;
  LastEvaluatedKey?: Item | undefined;
}

/** The items of every page of a query or scan that has something, one page after another. */
export async function* readPages(read: (startKey: Item | undefined) => Promise<ReadPage>): AsyncGenerator<Item[]> {
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await read(startKey);
    if (Items.length > 0) yield Items;
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined);
}
