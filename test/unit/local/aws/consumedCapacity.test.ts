import { expect, test } from '@jest/globals';
import { askingForCapacity, consumedUnits, sendCounted } from '../../../../local/aws/consumedCapacity.ts';
import { DynamoDb } from '../../../../local/aws/dynamodb.ts';
import { readAll, respondJson } from '../../../../local/http/http.ts';
import { close, listen, newServer } from '../../../../local/http/ports.ts';

test('a request asks for its consumed capacity, and is otherwise passed on unchanged', () => {
  const text = ' { "TableName":  "T", "Key": {"PK": {"S": "{"}} }';
  expect(askingForCapacity(text, JSON.parse(text))).toBe(
    ' {"ReturnConsumedCapacity":"TOTAL", "TableName":  "T", "Key": {"PK": {"S": "{"}} }',
  );
});

test.each([
  ['the units of its table', { ConsumedCapacity: { CapacityUnits: 2.5 } }, 2.5],
  ['the sum of several', { ConsumedCapacity: [{ CapacityUnits: 1 }, { CapacityUnits: 7 }] }, 8],
  ['nothing without it', { message: 'no' }, 0],
  [
    'not those in a stored value',
    { Item: { S: '\\"ConsumedCapacity":{"CapacityUnits":99}' }, ConsumedCapacity: { CapacityUnits: 1 } },
    1,
  ],
])('the capacity of a response is %s', (_what, answer, units) => {
  expect(consumedUnits(Buffer.from(JSON.stringify(answer)))).toBe(units);
});

const EXCEPTION = 'com.amazonaws.dynamodb.v20120810#';
const large = { PK: { S: 'a' }, data: { S: 'x'.repeat(3_000) } };
const conditional = { Item: large, ConditionExpression: 'attribute_not_exists(PK)' };

test.each([
  ['a put that finds an item writes that item', 'ConditionalCheckFailed', large, conditional, 3],
  ['a change of a missing item writes one unit', 'ConditionalCheckFailed', undefined, conditional, 1],
  [
    'a canceled transaction writes each part once',
    'TransactionCanceled',
    undefined,
    { TransactItems: [{ Put: conditional }, { Update: { Key: {} } }] },
    4,
  ],
  ['an invalid request is free', 'Validation', undefined, conditional, 0],
])('the capacity of failed writes: %s', async (_what, type, Item, body, units) => {
  let asked: Record<string, unknown> = {};
  const server = newServer(async (incoming, outgoing) => {
    asked = JSON.parse((await readAll(incoming)).toString());
    respondJson(outgoing, { __type: `${EXCEPTION}${type}Exception`, Item }, 400);
  });
  const engine = new DynamoDb(await listen(server, 0));
  const counted = await sendCounted(engine, 'PutItem', JSON.stringify(body), body);
  expect(counted.units).toBe(units);
  expect(JSON.parse(counted.response.body.toString())).toEqual({ __type: `${EXCEPTION}${type}Exception` });
  expect(asked.ReturnValuesOnConditionCheckFailure).toBe('TransactItems' in body ? undefined : 'ALL_OLD');
  await close(server);
});
