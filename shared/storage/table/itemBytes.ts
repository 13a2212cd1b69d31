import type { Item } from './table.ts';

/** DynamoDB bills a write for each started unit of an item's size. */
const WRITE_UNIT_BYTES = 1_024;

/** Write units of an item of this size, outside a transaction. */
export const writeUnitsOf = (itemBytes: number): number => Math.ceil(itemBytes / WRITE_UNIT_BYTES);

/** An item's size as DynamoDB counts it: names, values, and the overhead of lists and maps. Numbers count as their maximum. */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => (value === undefined ? sum : sum + Buffer.byteLength(name) + valueBytes(value)),
    0,
  );

const NUMBER_BYTES_MAX = 21;
/** Added once for a list or map, and for each of its elements. */
const CONTAINER_BYTES = 3;
const ELEMENT_BYTES = 1;

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return NUMBER_BYTES_MAX;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  return CONTAINER_BYTES + ELEMENT_BYTES * Object.keys(value).length + itemBytes(value as Item);
}
