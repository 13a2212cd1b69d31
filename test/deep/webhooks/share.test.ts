import { afterEach, beforeEach, describe, jest, test } from '@jest/globals';
import { FAILING_AT_ONCE } from '../../../infra/constructs/background/webhooks.ts';
import { type LocalQueue, Queues } from '../../../infra/local/aws/queues.ts';
import { QueueSource } from '../../../infra/local/events/queueSource.ts';
import type { LocalFunction } from '../../../infra/local/functions/functions.ts';
import { createHandler } from '../../../lambdas/sendWebhook.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhook.ts';
import type { Lane } from '../../../shared/deliveries/channel.ts';
import { createPoster } from '../../../shared/deliveries/channels/webhook/post.ts';
import { newSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { createWebhookDeliveries } from '../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { visibilityTimeoutS, WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/timing.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import type { OutgoingMessage } from '../../../shared/runtime/messageQueue.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import { submissionKey, submittedAt } from '../../../shared/storage/itemKeys.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { type StoredWebhook, Webhooks } from '../../../shared/storage/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { eventually } from '../../support/service.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { IS_LONG } from '../../support/testSize.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts';

/** Webhooks that hang. Each takes 15 seconds: one after the other they would take hours, or many minutes in the short form. */
const HANGING = IS_LONG ? 1_000 : 100;
const OTHERS = 20;
/** Those of others are there within seconds, however busy the machine is. */
const SOON_MS = 30_000;
const TIMEOUT_MS = 120_000;
/** The default of `webhookConcurrency`. */
const CONCURRENCY = 5;

let folder: string;
let receivers: WebhookReceiver[];
beforeEach(async () => {
  folder = newDataFolder();
  receivers = await Promise.all([openWebhookReceiver(), openWebhookReceiver()]);
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  removeFolder(folder);
});

const SITE_URL = 'https://site.example';
const LANES_BY_ID = { Mail: 'mail', Webhook: 'webhook', FailingWebhook: 'failingWebhook' } as const;

/** The function that calls webhooks, as often at once as it is deployed, on queues that are as SQS's. */
function givenSender() {
  const table = new MemoryTable(new MemoryItems());
  const properties = { VisibilityTimeout: visibilityTimeoutS(WEBHOOK_TIME_LIMIT_S) };
  const resources = Object.keys(LANES_BY_ID).map((logicalId) => ({
    logicalId,
    type: 'AWS::SQS::Queue',
    path: '',
    properties,
  }));
  const queues = new Queues(resources as never, 'http://127.0.0.1', folder);
  const queueOf = (id: string) => queues.byUrl(`http://127.0.0.1/000000000000/${id}`) as LocalQueue;
  const lanes = Object.fromEntries(
    Object.entries(LANES_BY_ID).map(([id, lane]) => [lane, laneOn(id, queueOf(id))]),
  ) as Record<Lane, ReturnType<typeof laneOn>>;
  const idle: ReturnType<typeof createHandler>[] = [];
  const invoke = async (event: unknown) => {
    const { queues: own, ...deliveries } = createWebhookDeliveries({
      table,
      lanes,
      post: createPoster({ allowLoopback: true }),
      siteUrl: SITE_URL,
    });
    const handler = idle.pop() ?? createHandler({ ...deliveries, queues: own, lanes });
    const payload = JSON.stringify(await handler(event as never, { getRemainingTimeInMillis: () => 60_000 } as never));
    idle.push(handler);
    return { payload };
  };
  const target = { invoke } as unknown as LocalFunction;
  const mapping = { batchSize: 10, reportsFailures: true };
  const sources = [
    new QueueSource(queueOf('Webhook'), target, { ...mapping, concurrency: CONCURRENCY - FAILING_AT_ONCE }),
    new QueueSource(queueOf('FailingWebhook'), target, { ...mapping, concurrency: FAILING_AT_ONCE }),
  ];
  return { table, lanes, sources };
}

/** A local queue, by the calls that the service makes to SQS. */
const laneOn = (name: string, queue: LocalQueue) => ({
  name,
  send: async ({ body, ...options }: OutgoingMessage) => void queue.send(body, options),
  receive: async (waitS: number) =>
    (await queue.receiveWithin(10, waitS * 1_000)).map(({ receipt, ...message }) => ({
      ...message,
      receiptHandle: receipt,
    })),
  delete: async (receiptHandle: string) => queue.delete(receiptHandle),
});

async function newEndpoint(table: MemoryTable, slug: string): Promise<StoredEndpoint> {
  const { workspaceId } = await new Workspaces(table as unknown as Table).create('Workspace');
  const fields = EndpointCreate.parse({ slug, targetEmails: [] });
  return createRepositories(table).endpoints.create(workspaceId, fields);
}

function newWebhook(table: MemoryTable, endpoint: StoredEndpoint, { url }: WebhookReceiver): Promise<StoredWebhook> {
  const fields = WebhookCreate.parse({ endpointId: endpoint.id, url });
  return new Webhooks(table, createRepositories(table).endpoints).create(endpoint, fields, newSecret());
}

/** Plans the delivery of a submission to a webhook of its endpoint. */
async function submit({ table, lanes }: ReturnType<typeof givenSender>, { endpointId }: StoredWebhook) {
  const submissionId = newId('submission');
  await table.put({ ...submissionKey(endpointId, submissionId), data: '{}', location: 'Spain' }, {});
  const { engine, channel } = createWebhookDeliveries({
    table,
    lanes,
    post: createPoster({ allowLoopback: true }),
    siteUrl: SITE_URL,
  });
  const event = { event: 'submission.created' as const, endpointId, about: submissionId, isOfSpam: false, hops: 0 };
  await engine.plan(channel, endpointId, [{ ...event, at: submittedAt(submissionId) }], {
    perTargetMax: 0,
    mayStart: async () => false,
  });
}

describe('receivers that hang', () => {
  test(
    `hold up no others: ${HANGING} webhooks that are not known to hang, and ${OTHERS} others`,
    async () => {
      const [hanging, willing] = receivers as [WebhookReceiver, WebhookReceiver];
      hanging.behave = () => ({ status: 200, hangs: true });
      const sender = givenSender();
      for (let i = 0; i < HANGING; i++)
        await submit(sender, await newWebhook(sender.table, await newEndpoint(sender.table, `slow-${i}`), hanging));
      for (const source of sender.sources) source.start();
      await eventually(
        async () => hanging.received.length,
        (length) => length > 0,
        SOON_MS,
      );
      for (let i = 0; i < OTHERS; i++)
        await submit(sender, await newWebhook(sender.table, await newEndpoint(sender.table, `other-${i}`), willing));
      await eventually(
        async () => willing.received.length,
        (length) => length >= OTHERS,
        SOON_MS,
      );
      // What hangs ends with its connection.
      const stopped = Promise.all(sender.sources.map((source) => source.stop()));
      for (const receiver of receivers) receiver.close();
      await stopped;
    },
    TIMEOUT_MS,
  );
});
