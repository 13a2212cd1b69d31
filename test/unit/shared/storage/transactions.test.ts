import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { ConditionFailed, Table } from '../../../../shared/storage/table.ts';

test('a transaction names all writes whose conditions failed, and no others', async () => {
  const reasons = [
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed' },
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed' },
  ];
  const canceled = Object.assign(new Error('canceled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: reasons,
  });
  const client = { send: () => Promise.reject(canceled) } as unknown as DynamoDBDocumentClient;
  const failed = await new Table(client, 'table').transact([]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ConditionFailed);
  expect((failed as ConditionFailed).indexes).toEqual([1, 3]);
});
