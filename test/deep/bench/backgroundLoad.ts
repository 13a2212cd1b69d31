import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDb, ENGINE_ACCESS_KEY_ID } from '../../../infra/local/aws/dynamodb.ts';
import { startEngine } from '../../../infra/local/aws/engine.ts';
import { queueUrl } from '../../../infra/local/aws/queues.ts';
import { readAll } from '../../../infra/local/http.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import { close, listen } from '../../../infra/local/ports.ts';
import { LOCAL } from '../../../infra/local/template.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhook.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { STREAM_BATCH_SIZE } from '../../../shared/deliveries/timing.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { Webhooks } from '../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { proseOf } from '../../support/prose.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';

interface BackgroundBatch {
  name: string;
  batch: string;
  /** Called when the functions before it have been measured, whose messages it may take. */
  events: () => Promise<object[]>;
}

const ENDPOINTS = 10;
const INDEXED = 100;
const MESSAGES = 10;
const TRAINED = 100;
const REMOVED = 500;
const RECIPIENT = 'people@example.com';
const SETTINGS = { mailsPerSecond: 1_000, mailsPerHour: 100_000 };
const SUBMISSION = { data: proseOf(900), location: 'Germany' };

/**
 * A table, stand-ins for the other services, and full batches for background functions.
 * @param count batches for each function
 */
export async function startBackgroundLoad(count: number) {
  const stack = synthesizeStack(SETTINGS);
  const [resource] = stack.template.ofType('AWS::DynamoDB::GlobalTable');
  if (!resource) throw new Error('The template has no table.');
  const folder = newDataFolder();
  const engine = await startEngine(folder);
  const db = new DynamoDb(engine.endpoint);
  await db.createTable(resource);
  const connection = { dynamodbEndpoint: engine.endpoint, dynamodbAccessKeyId: ENGINE_ACCESS_KEY_ID };
  const table = localTable({ ...connection, tableName: resource.logicalId });
  /** Bodies of the messages that functions sent, by queue. */
  const sent = new Map<string, string[]>();
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing, sent));
  const services = await listen(server, 0);
  const template = stack.template.withRefs(
    Object.fromEntries(
      stack.template.ofType('AWS::SQS::Queue').map(({ logicalId }) => [logicalId, queueUrl(services, logicalId)]),
    ),
  );
  const environments = new Map(
    functionsOf({ ...stack, template }).map(({ name, properties }) => [name, properties.Environment?.Variables ?? {}]),
  );
  const environmentOf = (name: string): Record<string, string> => ({
    ...environments.get(name),
    ...{ AWS_REGION: LOCAL.region, AWS_ACCESS_KEY_ID: ENGINE_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: 'any' },
    ...{ AWS_ENDPOINT_URL: services, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint, LOOPBACK_RECEIVERS: '1' },
  });

  const { endpoints, submissions } = createRepositories(table);
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const newEndpoint = (slug: string, fields: object = {}) =>
    endpoints.create(workspaceId, EndpointCreate.parse({ slug, targetEmails: [RECIPIENT], ...fields }));
  const newSubmissions = async (endpointIds: string[], amount: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < amount; i++) {
      const { id } = await submissions.create(endpointIds[i % endpointIds.length] as string, SUBMISSION);
      ids.push(id);
    }
    return ids;
  };
  /** Stream records of new submissions, in batches. */
  const inserted = async (endpointIds: string[], size: number): Promise<object[]> => {
    const batches: object[] = [];
    for (let batch = 0; batch < count; batch++) {
      const ids = new Set(await newSubmissions(endpointIds, size));
      const items: StoredItem[] = [];
      for (const endpointId of endpointIds) items.push(...(await itemsOf(db, resource.logicalId, endpointId)));
      batches.push({ Records: items.filter(({ SK }) => ids.has(SK?.S?.slice('SUB#'.length) ?? '')).map(recordOf) });
    }
    return batches;
  };

  const withWebhooks: string[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    const endpoint = await newEndpoint(`mailed-${i}`);
    const webhook = WebhookCreate.parse({ endpointId: endpoint.id, url: `${services}/hook` });
    await new Webhooks(table).create(endpoint, webhook, newWebhookSecret());
    withWebhooks.push(endpoint.id);
  }
  const { id: busiest } = await newEndpoint('busiest');
  const learning = await newEndpoint('learning', { spamFilter: 'learn' });

  const webhookQueue = environmentOf('sendWebhook').WEBHOOK_QUEUE_URL?.split('/').at(-1) ?? '';
  const batches: BackgroundBatch[] = [
    {
      ...{
        name: 'notifySubmission',
        batch: `${STREAM_BATCH_SIZE} of ${ENDPOINTS} endpoints, with a mail and a webhook`,
      },
      events: () => inserted(withWebhooks, STREAM_BATCH_SIZE),
    },
    {
      ...{ name: 'sendWebhook', batch: `${MESSAGES} messages for ${STREAM_BATCH_SIZE} deliveries` },
      events: async () => {
        const messages = sent.get(webhookQueue) ?? [];
        if (messages.length < count * MESSAGES) throw new Error('Deliveries were deferred: the machine is too busy.');
        return queueEvents(messages, MESSAGES, webhookQueue);
      },
    },
    { name: 'indexSubmissions', batch: `${INDEXED} of one endpoint`, events: () => inserted([busiest], INDEXED) },
    {
      ...{ name: 'indexSubmissions', batch: `${INDEXED} of ${ENDPOINTS} endpoints` },
      events: () => inserted(withWebhooks, INDEXED),
    },
    {
      ...{ name: 'trainFilter', batch: `${TRAINED} submissions` },
      events: async () => {
        const messages: string[] = [];
        for (let batch = 0; batch < count; batch++) {
          const submissionIds = await newSubmissions([learning.id], TRAINED);
          for (const [i, id] of submissionIds.entries())
            await submissions.update(learning, id, { isSpam: i % 2 === 0 });
          messages.push(JSON.stringify({ endpointId: learning.id, submissionIds }));
        }
        return queueEvents(messages, 1);
      },
    },
    {
      ...{ name: 'purgeEndpoint', batch: `${REMOVED} submissions` },
      events: async () => {
        const messages: string[] = [];
        for (let batch = 0; batch < count; batch++) {
          const endpoint = await newEndpoint(`removed-${batch}`);
          await newSubmissions([endpoint.id], REMOVED);
          await endpoints.delete(endpoint);
          messages.push(JSON.stringify({ endpointId: endpoint.id }));
        }
        return queueEvents(messages, 1);
      },
    },
  ];
  const stop = async () => {
    await close(server);
    await engine.stop();
    removeFolder(folder);
  };
  return { batches, environmentOf, stop };
}

type StoredItem = Record<string, AttributeValue>;

async function itemsOf(db: DynamoDb, TableName: string, endpointId: string): Promise<StoredItem[]> {
  const { Items } = await db.call<{ Items: StoredItem[] }>('DynamoDB_20120810.Query', {
    TableName,
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
    ExpressionAttributeValues: { ':pk': { S: endpointKey(endpointId).PK }, ':sk': { S: 'SUB#' } },
  });
  return Items;
}

const recordOf = (item: StoredItem, sequence: number) => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { PK: item.PK, SK: item.SK },
    NewImage: item,
    SequenceNumber: String(sequence),
    ApproximateCreationDateTime: Date.now() / 1_000,
  },
});

function queueEvents(bodies: string[], size: number, queue = 'Queue'): object[] {
  const records = bodies.map((body) => ({
    ...{ messageId: randomUUID(), receiptHandle: randomUUID(), body },
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: `arn:aws:sqs:${LOCAL.region}:${LOCAL.accountId}:${queue}`,
  }));
  return Array.from({ length: Math.ceil(records.length / size) }, (_, i) => ({
    Records: records.slice(i * size, (i + 1) * size),
  }));
}

interface SentEntry {
  Id?: string;
  MessageBody: string;
}

/** SQS, SES, an empty bucket and a webhook's receiver, all of which accept everything. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, sent: Map<string, string[]>) {
  const text = (await readAll(incoming)).toString();
  const action = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
  if (action === undefined)
    return outgoing.end(incoming.method === 'POST' ? JSON.stringify({ MessageId: randomUUID() }) : '{}');
  if (action === 'ReceiveMessage') return outgoing.end('{}');
  const { QueueUrl, Entries, ...message } = JSON.parse(text) as { QueueUrl: string; Entries?: SentEntry[] };
  const queue = QueueUrl.split('/').at(-1) ?? '';
  const entries = Entries ?? [message as SentEntry];
  sent.set(queue, [...(sent.get(queue) ?? []), ...entries.map(({ MessageBody }) => MessageBody)]);
  const accepted = entries.map(({ Id, MessageBody }) => ({
    ...{ Id, MessageId: randomUUID() },
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }));
  outgoing.end(JSON.stringify(Entries ? { Successful: accepted, Failed: [] } : accepted[0]));
}
