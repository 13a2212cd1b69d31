import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createClient } from '../../../../../shared/storage/table/client.ts';
import { ConditionFailed, Table } from '../../../../../shared/storage/table/table.ts';

test('requests to the table have no header that DynamoDB ignores', () => {
  const names = createClient({ region: 'eu-west-1' }).middlewareStack.identify().join();
  expect(names).toContain('retryMiddleware');
  expect(names).not.toMatch(/getUserAgentMiddleware|recursionDetectionMiddleware|loggerMiddleware/);
});

test('concurrent reads get their own items, although middlewares are resolved once', async () => {
  const handle = async ({ body }: { body: Uint8Array }) => {
    const response = JSON.stringify({ Item: JSON.parse(new TextDecoder().decode(body)).Key });
    return { response: { statusCode: 200, headers: {}, body: new TextEncoder().encode(response) } };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const client = createClient({ region: 'eu-west-1', credentials, requestHandler: { handle } as never });
  const stacks = new Set<unknown>();
  client.middlewareStack.add((next, context) => {
    stacks.add(context);
    return next;
  });
  const keys = ['a', 'b', 'c'].map((PK) => ({ PK }));
  const read = (Key: { PK: string }) => client.send(new GetCommand({ TableName: 'Table', Key }));
  expect((await Promise.all(keys.map(read))).map(({ Item }) => Item)).toEqual(keys);
  expect(stacks.size).toBe(1);
});

test('a transaction names exactly the writes with failed conditions', async () => {
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
