import { describe, expect, test } from '@jest/globals';
import { callsOf } from '../../../../local/aws/tableCalls.ts';

const TableName = 'Table';
const Key = { PK: { S: 'ENP#1' }, SK: { S: 'ENP' } };

const contextsOf = (action: string, body: Record<string, unknown>) =>
  callsOf(action, body).map(({ action: needed, context = {} }) => ({
    needed,
    keys: context['dynamodb:LeadingKeys'],
    attributes: [...(context['dynamodb:Attributes'] ?? [])].sort(),
    select: context['dynamodb:Select'],
    returnValues: context['dynamodb:ReturnValues'],
  }));

const contextOf = (action: string, body: Record<string, unknown>) => {
  const [context, ...others] = contextsOf(action, { TableName, ...body });
  expect(others).toEqual([]);
  return context;
};

describe('the condition keys of a request to the table', () => {
  test('of a put: its partition, and every attribute that it writes or has in its condition', () => {
    const Item = { ...Key, data: { S: '{}' } };
    const condition = {
      ConditionExpression: 'attribute_not_exists(PK) OR #owner.#name = :owner AND size(tags[0].a) > :n',
      ExpressionAttributeNames: { '#owner': 'owner', '#name': 'name' },
    };
    expect(contextOf('PutItem', { Item, ...condition })).toEqual({
      needed: 'dynamodb:PutItem',
      keys: ['ENP#1'],
      attributes: ['PK', 'SK', 'data', 'owner', 'tags'],
      select: [],
      returnValues: ['NONE'],
    });
  });

  test.each([
    [
      'SET a = :a, #b = if_not_exists(c, :c) + d REMOVE e.f, g[1] ADD h :h DELETE i :i',
      ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'i'],
    ],
    ['set lastAccess=:now, #b=:b', ['b', 'lastAccess']],
    ['SET #unknown = :x', ['#unknown']],
    ['SET a = list_append( a , :x )', ['a']],
  ])('of an update: the attributes that it sets and reads: %s', (UpdateExpression, attributes) => {
    const names = { ExpressionAttributeNames: { '#b': 'b' } };
    expect(contextOf('UpdateItem', { Key, UpdateExpression, ...names, ReturnValues: 'ALL_NEW' })).toMatchObject({
      keys: ['ENP#1'],
      attributes: ['PK', 'SK', ...attributes].sort(),
      returnValues: ['ALL_NEW'],
    });
  });

  test.each([
    ['a = :a AND b BETWEEN :b AND c', ['a', 'b', 'c']],
    ['NOT (a IN (:a, :b)) OR contains(b, :b) AND attribute_type(c, :c)', ['a', 'b', 'c']],
    ['begins_with(SK, :SUB) and a<>b', ['a', 'b']],
  ])('of a condition: every attribute that it names: %s', (ConditionExpression, attributes) => {
    expect(contextOf('DeleteItem', { Key, ConditionExpression })).toMatchObject({
      attributes: ['PK', 'SK', ...attributes].sort(),
    });
  });

  test.each([
    ['PK = :pk'],
    ['PK=:pk'],
    ['SK > :sk AND #pk = :pk'],
    ['(PK = :pk) AND begins_with(SK, :sk)'],
    ['PK = :pk AND SK BETWEEN :sk AND :to'],
  ])('of a query: its partition: %s', (KeyConditionExpression) => {
    const ExpressionAttributeValues = { ':pk': { S: 'KEY#1' }, ':sk': { S: 'ENP#1' }, ':to': { S: 'Z' } };
    const ExpressionAttributeNames = { '#pk': 'PK' };
    const query = { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues };
    expect(contextOf('Query', query)).toMatchObject({ keys: ['KEY#1'], select: ['ALL_ATTRIBUTES'] });
    expect(contextOf('Query', { ...query, ProjectionExpression: 'data' })).toMatchObject({
      attributes: expect.arrayContaining(['PK', 'data']),
      select: ['SPECIFIC_ATTRIBUTES'],
    });
    expect(contextOf('Query', { ...query, Select: 'COUNT', FilterExpression: 'a = :sk' })).toMatchObject({
      attributes: expect.arrayContaining(['PK', 'a']),
      select: ['COUNT'],
    });
  });

  test('of a query: no partition outside its key condition', () => {
    expect(contextOf('Query', { Key, KeyConditionExpression: 'PK > :pk' })).toMatchObject({ keys: [] });
  });

  test('of a scan: no partition', () => {
    expect(contextOf('Scan', {})).toMatchObject({ keys: [], select: ['ALL_ATTRIBUTES'] });
  });

  test('of a partition key of another type: matches no pattern', () => {
    expect(contextOf('GetItem', { Key: { PK: { B: 'RU5QIzE=' } } })).toMatchObject({ keys: ['{"B":"RU5QIzE="}'] });
  });

  test('of a batch of writes: everything on one table together', () => {
    const other = { PK: { S: 'KEY#1' }, SK: { S: 'KEY' } };
    const writes = [{ DeleteRequest: { Key } }, { PutRequest: { Item: { ...other, permission: { S: 'write' } } } }];
    expect(
      contextsOf('BatchWriteItem', { RequestItems: { Table: writes, Other: [{ DeleteRequest: { Key } }] } }),
    ).toEqual([
      expect.objectContaining({
        needed: 'dynamodb:BatchWriteItem',
        keys: ['ENP#1', 'KEY#1'],
        attributes: ['PK', 'SK', 'permission'],
      }),
      expect.objectContaining({ keys: ['ENP#1'], attributes: ['PK', 'SK'] }),
    ]);
  });

  test('of a batch of reads: every key, and the attributes of all', () => {
    const Keys = [Key, { PK: { S: 'KEY#1' }, SK: { S: 'KEY' } }];
    const Table = { Keys, ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'name' } };
    expect(contextsOf('BatchGetItem', { RequestItems: { Table } })).toEqual([
      expect.objectContaining({
        keys: ['ENP#1', 'KEY#1'],
        attributes: ['PK', 'SK', 'name'],
        select: ['SPECIFIC_ATTRIBUTES'],
      }),
    ]);
    expect(contextsOf('BatchGetItem', { RequestItems: { Table: { Keys } } })).toMatchObject([
      { select: ['ALL_ATTRIBUTES'] },
    ]);
  });

  test('of a transaction: each part by itself, and all parts with the same action together', () => {
    const TransactItems = [
      { Put: { TableName, Item: { ...Key, slug: { S: 'a' } } } },
      { Update: { TableName, Key: { PK: { S: 'WS#1' } }, UpdateExpression: 'SET endpointCount = :n' } },
      { Put: { TableName, Item: { PK: { S: 'WS#1' }, endpointId: { S: 'b' } } } },
      { Delete: { TableName, Key } },
      { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(PK)' } },
    ];
    expect(contextsOf('TransactWriteItems', { TransactItems })).toMatchObject([
      { needed: 'dynamodb:PutItem', keys: ['ENP#1'], attributes: ['PK', 'SK', 'slug'] },
      { needed: 'dynamodb:UpdateItem', keys: ['WS#1'], attributes: ['PK', 'endpointCount'] },
      { needed: 'dynamodb:PutItem', keys: ['WS#1'], attributes: ['PK', 'endpointId'] },
      { needed: 'dynamodb:DeleteItem', keys: ['ENP#1'], attributes: ['PK', 'SK'] },
      { needed: 'dynamodb:ConditionCheckItem', keys: ['ENP#1'], attributes: ['PK', 'SK'] },
      {
        needed: 'dynamodb:PutItem',
        keys: ['ENP#1', 'WS#1'],
        attributes: ['PK', 'SK', 'endpointId', 'slug'],
        returnValues: ['NONE'],
      },
    ]);
    expect(contextsOf('TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] })).toMatchObject([
      { needed: 'dynamodb:GetItem', keys: ['ENP#1'], select: ['ALL_ATTRIBUTES'] },
    ]);
  });

  test('legacy parameters count like expressions', () => {
    const old = { AttributesToGet: ['a'], Expected: { b: {} }, AttributeUpdates: { c: {} }, QueryFilter: { d: {} } };
    expect(contextOf('UpdateItem', { Key, ...old })).toMatchObject({ attributes: ['PK', 'SK', 'a', 'b', 'c', 'd'] });
  });
});
