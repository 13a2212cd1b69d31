import { marshall } from '@aws-sdk/util-dynamodb';
import { setAll } from '../../../../shared/storage/table/expressions.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../../shared/storage/table/table.ts';

/** A request to DynamoDB. */
export type Way = (TableName: string) => [action: string, request: Record<string, unknown>];

export type Keyed = Item & { PK: string; SK: string };

export const put = (item: Keyed): Way[] => {
  const Item = marshall(item);
  return [
    (TableName) => ['PutItem', { TableName, Item }],
    (TableName) => ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item } }] }],
    (TableName) => ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }],
  ];
};

export const update = ({ PK, SK }: Keyed, changes: Item): Way[] => {
  const { ExpressionAttributeValues, ...expression } = setAll(changes);
  const values = marshall(ExpressionAttributeValues);
  const Update = { ...expression, Key: marshall({ PK, SK }), ExpressionAttributeValues: values };
  return [
    (TableName) => ['UpdateItem', { TableName, ...Update }],
    (TableName) => ['TransactWriteItems', { TransactItems: [{ Update: { TableName, ...Update } }] }],
  ];
};

export const remove = (key: ItemKey): Way[] => {
  const Key = marshall(key);
  return [
    (TableName) => ['DeleteItem', { TableName, Key }],
    (TableName) => ['TransactWriteItems', { TransactItems: [{ Delete: { TableName, Key } }] }],
    (TableName) => ['BatchWriteItem', { RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }],
  ];
};

/** Reads a whole item, also as the old value of a write. */
export const read = (key: ItemKey): Way[] => {
  const Key = marshall(key);
  return [
    (TableName) => ['GetItem', { TableName, Key }],
    (TableName) => ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key] } } }],
    (TableName) => ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] }],
    (TableName) => ['PutItem', { TableName, Item: Key, ReturnValues: 'ALL_OLD' }],
    (TableName) => ['DeleteItem', { TableName, Key, ReturnValues: 'ALL_OLD' }],
  ];
};

export const readAttribute = ({ PK, SK }: ItemKey, attribute: string): Way[] => {
  const Key = marshall({ PK, SK });
  const projection = { ProjectionExpression: attribute };
  const query = {
    KeyConditionExpression: 'PK = :pk AND SK = :sk',
    ExpressionAttributeValues: marshall({ ':pk': PK, ':sk': SK }),
    Select: 'SPECIFIC_ATTRIBUTES',
  };
  return [
    (TableName) => ['GetItem', { TableName, Key, ...projection }],
    (TableName) => ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key], ...projection } } }],
    (TableName) => ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key, ...projection } }] }],
    (TableName) => ['Query', { TableName, ...query, ...projection }],
  ];
};

const partition = ({ PK }: ItemKey) => ({
  KeyConditionExpression: 'PK = :pk',
  ExpressionAttributeValues: marshall({ ':pk': PK }),
});
const KEYS_ONLY = { ProjectionExpression: 'PK, SK', Select: 'SPECIFIC_ATTRIBUTES' };

/** Lists a partition: whole items, or keys with a filter on other attributes. */
export const list = (key: ItemKey, attribute: string): Way[] => {
  const query = partition(key);
  const named = { ...query, ExpressionAttributeNames: { '#attribute': attribute } };
  return [
    (TableName) => ['Query', { TableName, ...query }],
    (TableName) => ['Query', { TableName, ...query, Select: 'COUNT' }],
    (TableName) => ['Query', { TableName, ...named, ProjectionExpression: '#attribute' }],
    (TableName) => ['Query', { TableName, ...named, ...KEYS_ONLY, FilterExpression: 'attribute_exists(#attribute)' }],
  ];
};

export const listKeysOf = (key: ItemKey): Way[] => [
  (TableName) => ['Query', { TableName, ...partition(key), ...KEYS_ONLY }],
];

export const scan: Way = (TableName) => ['Scan', { TableName }];
