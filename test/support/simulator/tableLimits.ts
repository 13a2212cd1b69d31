import { ITEM_BYTES_MAX, TRANSACTION_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import { itemBytes } from '../../../shared/storage/table/itemBytes.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { ServiceFailure } from './calls.ts';
import type { Substitutes } from './expressions.ts';
import { idOf } from './memoryItems.ts';

export const invalid = (message: string) => new ServiceFailure(400, 'ValidationException', { message });

/** @throws ServiceFailure if there are none, too many, or one twice */
export function checkKeys(keys: readonly ItemKey[], keysMax: number): void {
  if (keys.length === 0 || keys.length > keysMax) throw invalid(`not 1 to ${keysMax} keys but ${keys.length}`);
  if (new Set(keys.map(idOf)).size < keys.length) throw invalid('a key is there twice');
}

/** @throws ServiceFailure if a call has substitutes for nothing */
export function checkSubstitutes({ ExpressionAttributeNames, ExpressionAttributeValues }: Substitutes): void {
  for (const [name, each] of Object.entries({ ExpressionAttributeNames, ExpressionAttributeValues })) {
    if (each && Object.keys(each).length === 0) throw invalid(`${name} must not be empty`);
  }
}

const sizes = new WeakMap<Item, number>();

/** Remembered: a stored item is replaced, never changed. */
export function bytesOf(item: Item): number {
  const known = sizes.get(item) ?? itemBytes(item);
  sizes.set(item, known);
  return known;
}

/** @throws ServiceFailure if an item, or all items of a transaction together, are too large */
export function checkSizes(items: readonly Item[]): void {
  const bytes = items.map(bytesOf);
  if (bytes.some((each) => each > ITEM_BYTES_MAX)) throw invalid('an item is too large');
  if (bytes.reduce((sum, each) => sum + each, 0) > TRANSACTION_BYTES_MAX) throw invalid('the transaction is too large');
}

/** @throws ServiceFailure if a query compares keys with an empty text, or its range is upside down */
export function checkRange({ ExpressionAttributeValues: values = {} }: Substitutes, from: string, to: string): void {
  if (Object.values(values).includes('')) throw invalid('a key is compared with an empty text');
  if (from > to) throw invalid('the upper bound is below the lower one');
}
