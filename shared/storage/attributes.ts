import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';

/** An item, or a part of one, as plain values. */
export type Item = Record<string, unknown>;

/** An item as DynamoDB has it. */
type Attributes = Record<string, AttributeValue>;

/** The fields of requests that hold items or parts of them. */
const ITEM_FIELDS = ['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey'] as const;
type ItemField = (typeof ITEM_FIELDS)[number];

/** A request to DynamoDB, with plain values. */
export type Plain<T> = { [Field in keyof T]: Field extends ItemField ? Item | Extract<T[Field], undefined> : T[Field] };

const OPTIONS: marshallOptions = { removeUndefinedValues: true };

/** An item as DynamoDB takes it: each value with its type. Undefined values are left out. */
export const toAttributes = (item: Item): Attributes => marshall(item, OPTIONS);

/** A request as DynamoDB takes it. */
export function withAttributes<T>(request: Plain<T>): T {
  const fields: Partial<Record<ItemField, Item>> = request;
  const typed: Partial<Record<ItemField, Attributes>> = {};
  for (const name of ITEM_FIELDS) if (fields[name] !== undefined) typed[name] = toAttributes(fields[name]);
  return { ...request, ...typed } as T;
}

/** An item of DynamoDB's, as plain values. */
export const toItem = (attributes: Attributes): Item => unmarshall(attributes);
