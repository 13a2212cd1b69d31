import { expect, test } from '@jest/globals';
import { askingForCapacity, consumedUnits } from '../../../../local/aws/consumedCapacity.ts';

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
