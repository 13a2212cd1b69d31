import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { GetAccountCommand, SESv2Client, SendBulkEmailCommand, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Queue } from '../../../local/aws/queue.ts';
import type { Queues } from '../../../local/aws/queues.ts';
import type { Usage } from '../../../local/functions/usage.ts';
import { HOST } from '../../../local/ports.ts';
import { mailsPerSecond } from '../../../shared/deliveries/channels/mail/accountRate.ts';
import { readAccount } from '../../../shared/deliveries/channels/mail/mailer.ts';
import { mailbox } from '../../../shared/messages/headerText.ts';
import { removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import type { ItemKey } from '../../../shared/storage/partitions.ts';
import { type AwsServices, startAwsServices } from '../../support/awsServices.ts';
import { mailsTo, outputs, sharedTable } from '../../support/service.ts';
import { functionsOf, SETTINGS, synthesizeStack } from '../../support/stack.ts';

const stack = await synthesizeStack();
let services: AwsServices;
let queues: Queues;
let usage: Usage;

beforeAll(async () => {
  services = await startAwsServices(stack);
  ({ queues, usage } = services);
});

afterAll(async () => {
  await removeItems(sharedTable(), stored);
  await services.stop();
});

const as = (functionName: string) => services.as(functionName);
const dynamodb = (functionName: string) => new DynamoDBClient(as(functionName));

const denied = (action: string) => ({
  name: 'AccessDeniedException',
  message: expect.stringContaining(`is not authorized to perform: ${action} on resource: `),
});

function newItem() {
  const [PK, SK] = [`ENP#${newId('endpoint')}`, `SUB#${newId('submission')}`];
  return { key: { PK, SK }, Key: { PK: { S: PK }, SK: { S: SK } } };
}

/** Items to remove after the tests, since they belong to no endpoint. */
const stored: ItemKey[] = [];

/** Puts an item with the operator's permission, into the partition of an endpoint that never existed. */
async function storedItem() {
  const PK = `ENP#${newId('endpoint')}`;
  const key = { PK, SK: 'ITEM' };
  await sharedTable().put(key, {});
  stored.push(key);
  return { key, Key: { PK: { S: PK }, SK: { S: 'ITEM' } } };
}

const TableName = () => outputs().tableName;

describe('an action that a function’s policy grants', () => {
  test('forwards a put and a get', async () => {
    const { Key } = await storedItem();
    const Item = { ...Key, data: { S: 'stored' } };
    await dynamodb('createSubmission').send(new PutItemCommand({ TableName: TableName(), Item }));
    const get = new BatchGetItemCommand({ RequestItems: { [TableName()]: { Keys: [Key], ConsistentRead: true } } });
    const { Responses } = await dynamodb('retrieveSubmission').send(get);
    expect(Responses).toEqual({ [TableName()]: [Item] });
  });

  test('forwards a transaction of puts', async () => {
    const { Key, key } = await storedItem();
    const Put = { TableName: TableName(), Item: { ...Key, data: { S: 'stored' } } };
    await dynamodb('createSubmission').send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }));
    expect(await sharedTable().get(key)).toEqual({ ...key, data: 'stored' });
  });

  test('counts forwarded requests with their capacity', async () => {
    usage.reset();
    const { Key } = newItem();
    const get = new BatchGetItemCommand({ RequestItems: { [TableName()]: { Keys: [Key], ConsistentRead: true } } });
    await dynamodb('retrieveSubmission').send(get);
    const expected = { dynamodb: { BatchGetItem: 1 }, readUnits: 1, writeUnits: 0 };
    expect(usage.toJSON().retrieveSubmission).toMatchObject(expected);
  });
});

describe('denies actions that createSubmission’s policy does not grant, without effect', () => {
  test('a delete', async () => {
    const { Key, key } = await storedItem();
    const command = new DeleteItemCommand({ TableName: TableName(), Key });
    await expect(dynamodb('createSubmission').send(command)).rejects.toMatchObject(denied('dynamodb:DeleteItem'));
    expect(await sharedTable().get(key)).toEqual(key);
  });

  test('a transaction with a delete among granted actions', async () => {
    const [put, stored] = [newItem(), await storedItem()];
    const command = new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: TableName(), Item: put.Key } },
        { Delete: { TableName: TableName(), Key: stored.Key } },
      ],
    });
    await expect(dynamodb('createSubmission').send(command)).rejects.toMatchObject(denied('dynamodb:DeleteItem'));
    expect(await sharedTable().get(put.key)).toBeUndefined();
    expect(await sharedTable().get(stored.key)).toEqual(stored.key);
  });

  test('a put into another table', async () => {
    const command = new PutItemCommand({ TableName: 'OtherTable', Item: newItem().Key });
    await expect(dynamodb('createSubmission').send(command)).rejects.toMatchObject(denied('dynamodb:PutItem'));
  });

  test('does not count denied requests', async () => {
    usage.reset();
    const command = new ScanCommand({ TableName: TableName() });
    await expect(dynamodb('createSubmission').send(command)).rejects.toThrow();
    expect(usage.toJSON()).toEqual({});
  });
});

test('rejects a caller that is not a function of the stack', async () => {
  const command = new GetItemCommand({ TableName: TableName(), Key: newItem().Key });
  await expect(dynamodb('somebody').send(command)).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
});

describe('mail', () => {
  const message = (from: string, to: string) => ({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' }, Html: { Data: 'Hello' } } } },
  });
  const newAddress = () => `${newId('submission')}@example.com`.toLowerCase();

  test.each(['', 'Contact "form"', 'Zoë'])('notifySubmission sends from the configured address as %p', async (name) => {
    const to = newAddress();
    const command = new SendEmailCommand(message(mailbox(SETTINGS.senderAddress, name), to));
    await new SESv2Client(as('notifySubmission')).send(command);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  test.each([
    ['notifySubmission', 'other@example.com'],
    ['notifySubmission', `"${SETTINGS.senderAddress}" <other@example.com>`],
    ['notifySubmission', ''],
    ['createSubmission', SETTINGS.senderAddress],
  ])('%s does not send from "%s"', async (functionName, from) => {
    const to = newAddress();
    const command = new SendEmailCommand(message(from, to));
    await expect(new SESv2Client(as(functionName)).send(command)).rejects.toMatchObject(denied('ses:SendEmail'));
    expect(await mailsTo(to)).toEqual([]);
  });

  test('returns the account’s quota only to functions with the permission', async () => {
    const { quota, isSandboxed } = await readAccount(new SESv2Client(as('notifySubmission')));
    expect([mailsPerSecond(14, quota), isSandboxed]).toEqual([14, false]);
    await expect(new SESv2Client(as('indexSubmissions')).send(new GetAccountCommand({}))).rejects.toMatchObject(
      denied('ses:GetAccount'),
    );
  });

  test('sending in bulk needs a permission of its own', async () => {
    const command = new SendBulkEmailCommand({
      FromEmailAddress: SETTINGS.senderAddress,
      DefaultContent: { Template: { TemplateName: 'any', TemplateData: '{}' } },
      BulkEmailEntries: [{ Destination: { ToAddresses: [newAddress()] } }],
    });
    await expect(new SESv2Client(as('notifySubmission')).send(command)).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });
});

describe('the removal queue', () => {
  const removalQueue = () => {
    const remover = functionsOf(stack).find(({ name }) => name === 'purgeEndpoint');
    const queueId = remover?.properties.Environment.Variables.REMOVAL_QUEUE_URL ?? '';
    const url = `http://${HOST}/000000000000/${queueId}`;
    return { url, queue: queues.byUrl(url) as Queue };
  };

  test.each(['indexSubmissions', 'purgeEndpoint'])('accepts a message from %s', async (functionName) => {
    const { url, queue } = removalQueue();
    const MessageBody = JSON.stringify({ endpointId: newId('endpoint') });
    await new SQSClient(as(functionName)).send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
    const [received] = queue.receive(1);
    expect(received?.body).toBe(MessageBody);
    queue.delete(received?.receipt ?? '');
  });

  test('rejects a message from a function without the permission', async () => {
    const { url, queue } = removalQueue();
    const command = new SendMessageCommand({ QueueUrl: url, MessageBody: '{}' });
    await expect(new SQSClient(as('deleteEndpoint')).send(command)).rejects.toMatchObject(denied('sqs:SendMessage'));
    expect(queue.size).toBe(0);
  });
});
