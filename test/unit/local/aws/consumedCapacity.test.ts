import { describe, expect, test } from '@jest/globals';
import { askingForCapacity, consumedUnits } from '../../../../local/aws/consumedCapacity.ts';

const asked = (body: Record<string, unknown>): unknown => JSON.parse(askingForCapacity(JSON.stringify(body), body));
const unitsOf = (answer: unknown): number => consumedUnits(Buffer.from(JSON.stringify(answer)));

describe('a request', () => {
  test('asks for its consumed capacity, and is otherwise passed on unchanged', () => {
    const text = ' { "TableName":  "T", "Key": {"PK": {"S": "{"}} }';
    expect(askingForCapacity(text, JSON.parse(text))).toBe(
      ' {"ReturnConsumedCapacity":"TOTAL", "TableName":  "T", "Key": {"PK": {"S": "{"}} }',
    );
  });

  test.each(['NONE', 'INDEXES'])('that asks for %s itself asks for the total instead', (ReturnConsumedCapacity) => {
    const body = { TableName: 'T', ReturnConsumedCapacity };
    expect(asked(body)).toEqual({ TableName: 'T', ReturnConsumedCapacity: 'TOTAL' });
  });
});

describe('the capacity of a response is', () => {
  const capacity = (CapacityUnits: number) => ({ TableName: 'T', CapacityUnits });

  test('the units of its table', () => {
    expect(unitsOf({ Item: { PK: { S: 'x' } }, ConsumedCapacity: capacity(2.5) })).toBe(2.5);
  });

  test('the sum of several', () => {
    expect(unitsOf({ Responses: {}, ConsumedCapacity: [capacity(1), { ...capacity(7), WriteCapacityUnits: 7 }] })).toBe(
      8,
    );
  });

  test('nothing for a response without it, such as an error', () => {
    expect([unitsOf({ message: 'no' }), consumedUnits(Buffer.alloc(0))]).toEqual([0, 0]);
  });

  test.each(['"ConsumedCapacity":{"CapacityUnits":99}', '\\"ConsumedCapacity":{"CapacityUnits":99}'])(
    'not a stored value that looks like it: %s',
    (S) => {
      expect(unitsOf({ Item: { data: { S } }, ConsumedCapacity: capacity(1) })).toBe(1);
    },
  );
});
