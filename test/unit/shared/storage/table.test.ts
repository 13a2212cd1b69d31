import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createClient } from '../../../../shared/storage/table.ts';

test('requests to the table have no header that DynamoDB ignores', () => {
  const names = createClient({ region: 'eu-west-1' }).middlewareStack.identify().join();
  expect(names).toContain('retryMiddleware');
  expect(names).not.toMatch(/getUserAgentMiddleware|recursionDetectionMiddleware|loggerMiddleware/);
});

test('concurrent reads, whose middlewares are resolved once, each get their own item', async () => {
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
