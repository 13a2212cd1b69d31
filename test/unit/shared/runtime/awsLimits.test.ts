import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DynamoDb, ENGINE_ACCESS_KEY_ID } from '../../../../local/aws/dynamodb.ts';
import { startEngine } from '../../../../local/aws/engine.ts';
import {
  BATCH_GET_BYTES_MAX,
  BATCH_GET_KEYS_MAX,
  BATCH_WRITE_ITEMS_MAX,
  ENVIRONMENT_BYTES_MAX,
  ITEM_BYTES_MAX,
  QUEUE_DELAY_S_MAX,
  QUEUE_MESSAGE_BYTES_MAX,
  TRANSACTION_BYTES_MAX,
  TRANSACTION_ITEMS_MAX,
} from '../../../../shared/runtime/awsLimits.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { ConfirmationCounts } from '../../../../shared/storage/confirmations/confirmationCounts.ts';
import { createClient } from '../../../../shared/storage/table/client.ts';
import { itemBytes } from '../../../../shared/storage/table/itemBytes.ts';
import { Table } from '../../../../shared/storage/table/table.ts';
import { removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { functionsOf, synthesizeStack } from '../../../support/cloud/stack.ts';
import { Clock } from '../../../support/simulator/clock.ts';
import { sdkConfig } from '../../../support/simulator/sdkClients.ts';
import { queueUrl, Services } from '../../../support/simulator/services.ts';

const TableName = 'Table';
const keyOf = (i: number) => ({ PK: 'ENP#limits', SK: `SUB#${String(i).padStart(3, '0')}` });
const several = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
/** An item of exactly this size. */
const itemOf = (i: number, bytes: number) => {
  const empty = { ...keyOf(i), data: '' };
  return { ...empty, data: 'x'.repeat(bytes - itemBytes(empty)) };
};
const HALF = ITEM_BYTES_MAX / 2;

const getting = (keys: object[]) => new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys as never } } });
const deleting = (keys: object[]) =>
  new BatchWriteCommand({ RequestItems: { [TableName]: keys.map((Key) => ({ DeleteRequest: { Key } })) as never } });
const removing = (keys: Record<string, string>[]) =>
  new TransactWriteCommand({ TransactItems: keys.map((Key) => ({ Delete: { TableName, Key } })) });
const putting = (count: number, bytes: number) =>
  new TransactWriteCommand({ TransactItems: several(count, (i) => ({ Put: { TableName, Item: itemOf(i, bytes) } })) });

const services = new Services(new Clock(0));
const folder = mkdtempSync(join(tmpdir(), 'forms-limits-'));
let stop: () => Promise<void>;
const clients: Record<string, DynamoDBDocumentClient> = {
  'in memory': createClient({ ...sdkConfig('dynamodb', services.perform), maxAttempts: 1 }),
};

beforeAll(async () => {
  const engine = await startEngine(folder);
  stop = engine.stop;
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  await new DynamoDb(engine.endpoint).call('DynamoDB_20120810.CreateTable', {
    TableName,
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [text('PK'), text('SK')],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const credentials = { accessKeyId: ENGINE_ACCESS_KEY_ID, secretAccessKey: 'local' };
  clients.local = createClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
});
afterAll(async () => {
  clients.local?.destroy();
  await stop();
  removeFolder(folder);
});

describe.each(['in memory', 'local'])('the table %s', (name) => {
  const send = <Output>(command: object) =>
    (clients[name] as DynamoDBDocumentClient).send(command as never) as Promise<Output>;

  test.each<[string, () => object]>([
    ['a batch of reads', () => getting(several(BATCH_GET_KEYS_MAX, keyOf))],
    ['a batch of deletions', () => deleting(several(BATCH_WRITE_ITEMS_MAX, keyOf))],
    ['the actions of a transaction', () => removing(several(TRANSACTION_ITEMS_MAX, keyOf))],
    ['the bytes of a transaction', () => putting(TRANSACTION_BYTES_MAX / HALF - 1, HALF)],
    ['an item', () => new PutCommand({ TableName, Item: itemOf(0, ITEM_BYTES_MAX) })],
  ])('accepts %s at the limit', async (_what, command) => {
    await send(command());
  });

  test.each<[string, () => object]>([
    ['a batch of 101 reads', () => getting(several(BATCH_GET_KEYS_MAX + 1, keyOf))],
    ['a batch that reads a key twice', () => getting([keyOf(1), keyOf(1)])],
    ['a batch of 26 deletions', () => deleting(several(BATCH_WRITE_ITEMS_MAX + 1, keyOf))],
    ['a batch that deletes a key twice', () => deleting([keyOf(1), keyOf(1)])],
    ['a transaction of 101 actions', () => removing(several(TRANSACTION_ITEMS_MAX + 1, keyOf))],
    ['a transaction with an item twice', () => removing([keyOf(1), keyOf(1)])],
    ['a transaction of more than 4 MB', () => putting(TRANSACTION_BYTES_MAX / HALF + 1, HALF)],
    ['an item of more than 400 kB', () => new PutCommand({ TableName, Item: itemOf(0, ITEM_BYTES_MAX + 1) })],
    ['one in a transaction', () => putting(1, ITEM_BYTES_MAX + 1)],
  ])('refuses %s', async (_what, command) => {
    await expect(send(command())).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('refuses an update that makes an item larger than 400 kB', async () => {
    await send(new PutCommand({ TableName, Item: itemOf(0, ITEM_BYTES_MAX - 10) }));
    const growing = { UpdateExpression: 'SET more = :more', ExpressionAttributeValues: { ':more': 'x'.repeat(10) } };
    const update = new UpdateCommand({ TableName, Key: keyOf(0), ...growing });
    await expect(send(update)).rejects.toMatchObject({ name: 'ValidationException' });
    await send(new DeleteCommand({ TableName, Key: keyOf(0) }));
  });

  test('leaves keys beyond 16 MB of a batch unprocessed for another read, and ends pages of a query at 1 MB', async () => {
    const keys = several(50, keyOf);
    for (const [i] of keys.entries()) await send(new PutCommand({ TableName, Item: itemOf(i, ITEM_BYTES_MAX - 100) }));
    const read = await send<BatchGetCommandOutput>(getting(keys));
    const [items, left] = [read.Responses?.[TableName] ?? [], read.UnprocessedKeys?.[TableName]?.Keys ?? []];
    expect(items.length * ITEM_BYTES_MAX).toBeLessThanOrEqual(BATCH_GET_BYTES_MAX + ITEM_BYTES_MAX);
    expect([items.length + left.length, left.length > 0]).toEqual([50, true]);
    expect(await new Table(clients[name] as never, TableName).getAll(keys)).toHaveLength(50);
    const condition = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': keyOf(0).PK } };
    const page = await send<QueryCommandOutput>(new QueryCommand({ TableName, ...condition }));
    // Whether the item that crosses the limit is on the page is not documented.
    expect([2, 3]).toContain(page.Items?.length);
    expect(page.LastEvaluatedKey).toEqual(keyOf((page.Items?.length ?? 0) - 1));
  });

  test('reads the counts of 64 mailboxes, which take two batches', async () => {
    const counts = new ConfirmationCounts(new Table(clients[name] as never, TableName));
    const mailboxes = several(64, (i) => `mailbox-${i}`);
    const none = { counted: [], hours: {}, returned: [] };
    const before = { endpoint: none, mailbox: { counted: [] } };
    const counted = [{ deliveryId: 'last', endpointId: newId('endpoint'), at: 1 }];
    const endpointId = newId('endpoint');
    const after = { endpoint: { ...none, counted }, mailbox: counted };
    await counts.replace({ endpointId, mailbox: 'mailbox-63' }, before, after);
    const read = await counts.read(endpointId, mailboxes);
    expect([...read.mailboxes.keys()]).toEqual(mailboxes);
    expect([read.endpoint.counted, read.mailboxes.get('mailbox-63')?.ledger.counted]).toEqual([counted, counted]);
  });
});

describe('a queue', () => {
  const message = (bytes: number, more: object = {}) => ({ MessageBody: 'x'.repeat(bytes), ...more });
  const send = (input: object) =>
    services.perform({ service: 'sqs', action: 'SendMessage', input: { QueueUrl: queueUrl('mail'), ...input } });

  test('accepts a message at the limit', async () => {
    await expect(send(message(QUEUE_MESSAGE_BYTES_MAX, { DelaySeconds: QUEUE_DELAY_S_MAX }))).resolves.toBeDefined();
  });

  test.each<[string, object]>([
    ['InvalidParameterValue', message(QUEUE_MESSAGE_BYTES_MAX + 1)],
    ['InvalidParameterValue', message(1, { DelaySeconds: QUEUE_DELAY_S_MAX + 1 })],
    ['InvalidMessageContents', { MessageBody: 'a\u0000b' }],
    ['InvalidMessageContents', { MessageBody: 'a\uffff' }],
  ])('responds with %s beyond it', async (name, input) => {
    await expect(send(input)).rejects.toMatchObject({ name });
  });
});

test('the environment of each function fits', async () => {
  for (const { name, properties } of functionsOf(await synthesizeStack())) {
    const bytes = Buffer.byteLength(
      Object.entries(properties.Environment?.Variables ?? {})
        .flat()
        .join(''),
    );
    expect([name, bytes]).toEqual([name, expect.any(Number)]);
    expect(bytes).toBeLessThan(ENVIRONMENT_BYTES_MAX / 2);
  }
});
