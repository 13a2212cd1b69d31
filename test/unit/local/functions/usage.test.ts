import { describe, expect, test } from '@jest/globals';
import { Usage } from '../../../../local/functions/usage.ts';

const asJson = (usage: Usage): unknown => JSON.parse(JSON.stringify(usage));

describe('usage', () => {
  test('counts invocations, and the most rounds of any', () => {
    const usage = new Usage();
    for (const rounds of [1, 3, 2]) usage.addInvocation('listKeys', rounds);
    expect(asJson(usage)).toEqual({
      listKeys: { invocations: 3, dynamodb: {}, readUnits: 0, writeUnits: 0, rounds: 3 },
    });
  });

  test('counts calls per action, and their units as read or written', () => {
    const usage = new Usage();
    usage.addCall('createSubmission', 'GetItem', 1);
    usage.addCall('createSubmission', 'GetItem', 0.5);
    usage.addCall('createSubmission', 'PutItem', 4);
    usage.addCall('createSubmission', 'TransactWriteItems', 8);
    expect(asJson(usage)).toMatchObject({
      createSubmission: { dynamodb: { GetItem: 2, PutItem: 1, TransactWriteItems: 1 }, readUnits: 1.5, writeUnits: 12 },
    });
  });

  test.each(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])('%s reads', (action) => {
    const usage = new Usage();
    usage.addCall('a', action, 1);
    expect(asJson(usage)).toMatchObject({ a: { readUnits: 1, writeUnits: 0 } });
  });

  test.each(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'])('%s writes', (action) => {
    const usage = new Usage();
    usage.addCall('a', action, 1);
    expect(asJson(usage)).toMatchObject({ a: { readUnits: 0, writeUnits: 1 } });
  });

  test('counts functions separately, and starts at zero after a reset', () => {
    const usage = new Usage();
    usage.addInvocation('b', 1);
    usage.addInvocation('a', 2);
    expect(Object.keys(asJson(usage) as object)).toEqual(['a', 'b']);
    usage.reset();
    expect(asJson(usage)).toEqual({});
  });
});
