import { DeleteItemCommand, DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOST } from '../../../local/http/ports.ts';
import { readAccount } from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import { mailbox } from '../../../shared/messages/headerText.ts';
import { removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { ENVIRONMENT } from '../../../shared/runtime/environment.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import { type AwsServices, startAwsServices } from '../../support/cloud/awsServices.ts';
import { mailsTo, outputs, sharedTable } from '../../support/cloud/service.ts';
import { functionsOf, SETTINGS, type StackFunction, synthesizeStack } from '../../support/cloud/stack.ts';

const stack = await synthesizeStack();
let services: AwsServices;

beforeAll(async () => {
  services = await startAwsServices(stack);
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

describe('denies actions that createSubmission’s policy does not grant, without effect', () => {
  test('a delete, which is not counted', async () => {
    services.usage.reset();
    const { Key, key } = await storedItem();
    const command = new DeleteItemCommand({ TableName: TableName(), Key });
    await expect(dynamodb('createSubmission').send(command)).rejects.toMatchObject(denied('dynamodb:DeleteItem'));
    expect(await sharedTable().get(key)).toEqual(key);
    expect(services.usage.toJSON()).toEqual({});
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
});

test('rejects callers other than functions of the stack', async () => {
  const command = new GetItemCommand({ TableName: TableName(), Key: newItem().Key });
  await expect(dynamodb('somebody').send(command)).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
});

describe('mail', () => {
  const newAddress = () => `${newId('submission')}@example.com`.toLowerCase();
  const { properties } = functionsOf(stack).find(({ name }) => name === 'notifySubmission') as StackFunction;
  const ownSet = properties.Environment.Variables[ENVIRONMENT.configurationSet];
  const sendAs = (functionName: string, FromEmailAddress: string, to: string, ConfigurationSetName = ownSet) =>
    new SESv2Client(as(functionName)).send(
      new SendEmailCommand({
        FromEmailAddress,
        ConfigurationSetName,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } } },
      }),
    );

  test.each(['', 'Contact "form"', 'Zoë'])('notifySubmission sends from the configured address as %p', async (name) => {
    const to = newAddress();
    await sendAs('notifySubmission', mailbox(SETTINGS.senderAddress, name), to);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  test.each([
    ['notifySubmission', 'other@example.com'],
    ['notifySubmission', `"${SETTINGS.senderAddress}" <other@example.com>`],
    ['createSubmission', SETTINGS.senderAddress],
  ])('%s does not send from "%s"', async (functionName, from) => {
    const to = newAddress();
    await expect(sendAs(functionName, from, to)).rejects.toMatchObject(denied('ses:SendEmail'));
    expect(await mailsTo(to)).toEqual([]);
  });

  test('notifySubmission does not send by another configuration set', async () => {
    const sent = sendAs('notifySubmission', SETTINGS.senderAddress, newAddress(), 'another');
    await expect(sent).rejects.toMatchObject(denied('ses:SendEmail'));
  });

  test('returns the account’s state only to functions with the permission', async () => {
    expect((await readAccount(new SESv2Client(as('notifySubmission')))).isSandboxed).toBe(false);
    const asked = new SESv2Client(as('indexSubmissions')).send(new GetAccountCommand({}));
    await expect(asked).rejects.toMatchObject(denied('ses:GetAccount'));
  });
});

test('the removal queue rejects a message from a function without the permission', async () => {
  const remover = functionsOf(stack).find(({ name }) => name === 'purgeEndpoint');
  const QueueUrl = `http://${HOST}/000000000000/${remover?.properties.Environment.Variables.REMOVAL_QUEUE_URL}`;
  const command = new SendMessageCommand({ QueueUrl, MessageBody: '{}' });
  await expect(new SQSClient(as('deleteEndpoint')).send(command)).rejects.toMatchObject(denied('sqs:SendMessage'));
  expect(services.queues.byUrl(QueueUrl)?.size).toBe(0);
});
