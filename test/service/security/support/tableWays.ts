import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { setAll } from '../../../../shared/storage/expressions.ts';
import type { ItemKey } from '../../../../shared/storage/partitions.ts';
import type { Item } from '../../../../shared/storage/table.ts';

export interface TableClient {
  send: (command: { constructor: { name: string }; input: object }) => Promise<unknown>;
}
export type Way = (client: TableClient, TableName: string) => Promise<unknown>;

/** The keys of everything put or updated so far, for cleaning up. */
export const planted = new Map<string, ItemKey>();

export type Keyed = Item & { PK: string; SK: string };
const keyOf = ({ PK, SK }: Keyed): ItemKey => ({ PK, SK });
const plant = (key: ItemKey) => planted.set(`${key.PK} ${key.SK}`, key);

export const put = (item: Keyed): Way[] => {
  const Item = marshall(item);
  plant(keyOf(item));
  return [
    (client, TableName) => client.send(new PutItemCommand({ TableName, Item })),
    (client, TableName) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] })),
    (client, TableName) =>
      client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } })),
  ];
};

export const update = (item: Keyed, changes: Item): Way[] => {
  const key = keyOf(item);
  plant(key);
  const { ExpressionAttributeValues, ...expression } = setAll(changes);
  const Update = { ...expression, Key: marshall(key), ExpressionAttributeValues: marshall(ExpressionAttributeValues) };
  return [
    (client, TableName) => client.send(new UpdateItemCommand({ TableName, ...Update })),
    (client, TableName) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: { TableName, ...Update } }] })),
  ];
};

export const remove = (key: ItemKey): Way[] => {
  const Key = marshall(key);
  return [
    (client, TableName) => client.send(new DeleteItemCommand({ TableName, Key })),
    (client, TableName) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Delete: { TableName, Key } }] })),
    (client, TableName) =>
      client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } })),
  ];
};

/** Reads a whole item, also as the old value of a write. */
export const read = (key: ItemKey): Way[] => {
  const Key = marshall(key);
  return [
    (client, TableName) => client.send(new GetItemCommand({ TableName, Key })),
    (client, TableName) => client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } })),
    (client, TableName) => client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] })),
    (client, TableName) => client.send(new PutItemCommand({ TableName, Item: Key, ReturnValues: 'ALL_OLD' })),
    (client, TableName) => client.send(new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' })),
  ];
};

export const readAttribute = (key: ItemKey, attribute: string): Way[] => {
  const request = { Key: marshall(key), ProjectionExpression: attribute };
  const query = {
    KeyConditionExpression: 'PK = :pk AND SK = :sk',
    ExpressionAttributeValues: marshall({ ':pk': key.PK, ':sk': key.SK }),
    ProjectionExpression: attribute,
    Select: 'SPECIFIC_ATTRIBUTES',
  } as const;
  return [
    (client, TableName) => client.send(new GetItemCommand({ TableName, ...request })),
    (client, TableName) => {
      const { Key, ...projection } = request;
      return client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key], ...projection } } }));
    },
    (client, TableName) =>
      client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, ...request } }] })),
    (client, TableName) => client.send(new QueryCommand({ TableName, ...query })),
  ];
};

/** Lists a partition: whole items, or keys with a filter on other attributes. */
export const list = ({ PK }: ItemKey, attribute: string): Way[] => {
  const query = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: marshall({ ':pk': PK }) };
  const named = { ExpressionAttributeNames: { '#attribute': attribute } };
  const keys = { ProjectionExpression: 'PK, SK', Select: 'SPECIFIC_ATTRIBUTES' } as const;
  const filter = { ...named, ...keys, FilterExpression: 'attribute_exists(#attribute)' };
  return [
    (client, TableName) => client.send(new QueryCommand({ TableName, ...query })),
    (client, TableName) => client.send(new QueryCommand({ TableName, ...query, Select: 'COUNT' })),
    (client, TableName) =>
      client.send(new QueryCommand({ TableName, ...query, ...named, ProjectionExpression: '#attribute' })),
    (client, TableName) => client.send(new QueryCommand({ TableName, ...query, ...filter })),
  ];
};

export const listKeysOf = ({ PK }: ItemKey): Way[] => {
  const query = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: marshall({ ':pk': PK }) };
  const keys = { ProjectionExpression: 'PK, SK', Select: 'SPECIFIC_ATTRIBUTES' } as const;
  return [(client, TableName) => client.send(new QueryCommand({ TableName, ...query, ...keys }))];
};

export const scan: Way = (client, TableName) => client.send(new ScanCommand({ TableName }));
