import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DynamoDb, ENGINE_ACCESS_KEY_ID } from '../../../infra/local/aws/dynamodb.ts';
import { startEngine } from '../../../infra/local/aws/engine.ts';
import { queueUrl } from '../../../infra/local/aws/queues.ts';
import { readAll } from '../../../infra/local/http.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import { close, listen } from '../../../infra/local/ports.ts';
import { LOCAL } from '../../../infra/local/template.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';

export type BackgroundServices = Awaited<ReturnType<typeof startBackgroundServices>>;

/** Mails must not wait for their pace. */
const SETTINGS = { mailsPerSecond: 1_000, mailsPerHour: 100_000 };

/** The stack's table without its stream's readers, and stand-ins for the other services. */
export async function startBackgroundServices() {
  const stack = await synthesizeStack(SETTINGS);
  const [resource] = stack.template.ofType('AWS::DynamoDB::GlobalTable');
  if (!resource) throw new Error('The template has no table.');
  const folder = newDataFolder();
  const engine = await startEngine(folder);
  const db = new DynamoDb(engine.endpoint);
  await db.createTable(resource);
  const tableName = resource.logicalId;
  const connection = { dynamodbEndpoint: engine.endpoint, dynamodbAccessKeyId: ENGINE_ACCESS_KEY_ID, tableName };
  const sent = new Map<string, string[]>();
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing, sent));
  const url = await listen(server, 0);
  const queues = stack.template.ofType('AWS::SQS::Queue').map(({ logicalId }) => logicalId);
  const template = stack.template.withRefs(Object.fromEntries(queues.map((id) => [id, queueUrl(url, id)])));
  const functions = functionsOf({ ...stack, template });
  return {
    url,
    db,
    tableName,
    table: localTable(connection),
    /** Bodies of the messages that functions sent, by queue. */
    sent,
    environmentOf: (name: string): Record<string, string> => ({
      ...functions.find((each) => each.name === name)?.properties.Environment.Variables,
      ...{ AWS_REGION: LOCAL.region, AWS_ACCESS_KEY_ID: ENGINE_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: 'any' },
      ...{ AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint, LOOPBACK_RECEIVERS: '1' },
    }),
    stop: async () => {
      await close(server);
      await engine.stop();
      removeFolder(folder);
    },
  };
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
