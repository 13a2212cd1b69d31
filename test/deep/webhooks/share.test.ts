import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { FAILING_AT_ONCE, Settings } from '../../../infra/settings.ts';
import { createHandler } from '../../../lambdas/sendWebhook.ts';
import { Queue } from '../../../local/aws/queue.ts';
import { QueueSource } from '../../../local/events/queueSource.ts';
import type { LocalFunction } from '../../../local/functions/functions.ts';
import { WEBHOOKS_PER_ENDPOINT_MAX } from '../../../shared/contract/limits.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { deliveryIdFor } from '../../../shared/deliveries/channels/webhook/deliveryId.ts';
import { createPoster } from '../../../shared/deliveries/channels/webhook/post.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { createWebhookDeliveries } from '../../../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { webhookDeliveryKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey, submittedAt } from '../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import type { StoredWebhook } from '../../../shared/storage/webhooks/storedWebhook.ts';
import { Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { eventually } from '../../support/cloud/service.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/receivers/webhookReceiver.ts';
import { idOf, MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';

/** Webhooks whose receiver never responds, with one delivery each, half of them in one workspace. */
const HANGING = IS_LONG ? 1_000 : 100;
const BACKLOG = IS_LONG ? 200_000 : 2_000;
const OTHERS = 20;
/** Meanwhile no request times out: deliveries are made concurrently with the hanging ones, not after them. */
const POST_TIMEOUT_MS = 600_000;
const TIMEOUT_MS = 120_000;
const BASE_URL = 'http://127.0.0.1';
const EVENT = 'submission.created';
const ARN_START = 'arn:aws:sqs:eu-central-1:000000000000:';

let folder: string;
let hanging: WebhookReceiver;
let willing: WebhookReceiver;
let sender: Sender;
beforeEach(async () => {
  folder = newDataFolder();
  [hanging, willing] = [await openWebhookReceiver(), await openWebhookReceiver()];
  hanging.behave = () => ({ status: 200, hangs: true });
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  // No timer counts as late.
  jest.spyOn(performance, 'now').mockReturnValue(0);
  sender = givenSender();
});
afterEach(async () => {
  // Hanging requests end with their connection.
  const stopped = sender.stop();
  for (const receiver of [hanging, willing]) receiver.close();
  await stopped;
  jest.restoreAllMocks();
  removeFolder(folder);
});

type Sender = ReturnType<typeof givenSender>;

/** The default number of sending functions for webhooks that have not failed, on queues like SQS's. */
function givenSender() {
  const items = new MemoryItems();
  const table = new MemoryTable(items);
  const [webhook, failingWebhook] = ['webhook', 'failingWebhook'].map(
    (name) => new Queue({ arn: `${ARN_START}${name}`, visibilityTimeoutS: 300 }),
  ) as [Queue, Queue];
  const isRunning = () => !isStopped;
  const lanes = { webhook: laneOn(webhook, isRunning), failingWebhook: laneOn(failingWebhook, isRunning) };
  const post = createPoster({ allowLoopback: true, timeoutMs: POST_TIMEOUT_MS });
  let isStopped = false;
  const context = { getRemainingTimeInMillis: () => (isStopped ? 0 : 60_000) } as Context;
  const { webhookConcurrency } = Settings.parse({ senderAddress: 'forms@example.com' });
  const sources = Array.from({ length: webhookConcurrency - FAILING_AT_ONCE }, () => {
    // Functions only share the table and the queues.
    const deliveries = createWebhookDeliveries({ table, lanes, post, siteUrl: BASE_URL });
    // Takes messages until it is stopped, however slow this machine is.
    const startInvocation = () => ({ ...deliveries.startInvocation(context), startedAt: Date.now() + POST_TIMEOUT_MS });
    const handler = createHandler({ ...deliveries, startInvocation, lanes });
    const invoke = async (event: unknown) => ({ payload: JSON.stringify(await handler(event as never, context)) });
    const mapping = { BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] };
    return new QueueSource(webhook, { invoke } as unknown as LocalFunction, mapping);
  });
  const { queues: engineQueues, engine, channel } = createWebhookDeliveries({ table, lanes, post, siteUrl: BASE_URL });
  return {
    items,
    table,
    engine,
    channel,
    queues: engineQueues,
    start: () => {
      for (const source of sources) source.start();
    },
    stop: () => {
      isStopped = true;
      return Promise.all(sources.map((source) => source.stop()));
    },
  };
}

const laneOn = (queue: Queue, isRunning: () => boolean) => ({
  name: queue.arn.slice(ARN_START.length),
  send: async ({ body, ...options }: { body: string; group?: string | undefined; delayS?: number }) => {
    queue.send(body, options);
  },
  receive: async (waitS: number) =>
    (isRunning() ? await queue.receiveWithin(10, waitS * 1_000) : []).map(({ receipt, ...message }) => ({
      ...message,
      receiptHandle: receipt,
    })),
  delete: async (receipt: string) => queue.delete(receipt),
});

const newWorkspace = async () => (await new Workspaces(sender.table).create('Workspace')).workspaceId;

async function newWebhooks(workspaceId: string, count: number, { url }: WebhookReceiver): Promise<StoredWebhook[]> {
  const { endpoints } = createRepositories(sender.table);
  const webhooks: StoredWebhook[] = [];
  let endpoint: StoredEndpoint | undefined;
  for (let i = 0; i < count; i++) {
    if (!endpoint || i % WEBHOOKS_PER_ENDPOINT_MAX === 0)
      endpoint = await endpoints.create(workspaceId, EndpointCreate.parse({ slug: `slug-${i}`, targetEmails: [] }));
    const fields = WebhookCreate.parse({ endpointId: endpoint.id, url });
    webhooks.push(await new Webhooks(sender.table).create(endpoint, fields, newWebhookSecret()));
  }
  return webhooks;
}

async function newWebhooksApart(count: number, receiver: WebhookReceiver): Promise<StoredWebhook[]> {
  const webhooks: StoredWebhook[] = [];
  for (let i = 0; i < count; i++) webhooks.push(...(await newWebhooks(await newWorkspace(), 1, receiver)));
  return webhooks;
}

/** Stores a submission to the endpoint of each webhook, and plans its delivery like the stream's reader. */
async function submit(webhooks: StoredWebhook[]): Promise<void> {
  for (const { endpointId } of new Map(webhooks.map((each) => [each.endpointId, each])).values()) {
    const about = newId('submission');
    await sender.table.put({ ...submissionKey(endpointId, about), data: '{}', location: 'Spain' }, {});
    const event = { event: EVENT, endpointId, about, at: submittedAt(about), isOfSpam: false, hops: 0 } as const;
    const invocation = { until: 0, perTargetMax: 0, mayStart: async () => false };
    await sender.engine.plan(sender.channel, endpointId, [event], invocation);
  }
}

async function givenBacklog({ id, endpointId, workspaceId }: StoredWebhook, count: number): Promise<void> {
  const about = newId('submission');
  await sender.table.put({ ...submissionKey(endpointId, about), data: '{}', location: 'Spain' }, {});
  const at = Date.now() - count;
  const records = Array.from({ length: count }, (_, i): Item => {
    const key = { webhookId: id, submissionId: about, event: EVENT, at: at + i, sequence: String(i) } as const;
    const createdAt = formatTime(new Date(at + i));
    return {
      ...webhookDeliveryKey(id, deliveryIdFor(key)),
      endpointId,
      about,
      event: EVENT,
      createdAt,
      hops: 0,
      state: 'pending',
      failures: 0,
      attempts: [],
    };
  });
  sender.items.change(records.map((record) => [idOf(record), record]));
  const ids = records.map(({ SK }) => String(SK)).sort();
  const serve = { target: id, from: ids[0] ?? '', to: ids.at(-1) ?? '' };
  await sender.queues.send('webhook', { channel: 'webhook', endpointId, group: workspaceId, tries: 0, serve });
}

/**
 * Submits to healthy webhooks, and waits for their deliveries.
 * @returns milliseconds until the last one
 */
async function deliverToOthers(webhooks: StoredWebhook[]): Promise<number> {
  const startedAt = Date.now();
  await submit(webhooks);
  await eventually(
    async () => willing.received.length,
    (length) => length >= OTHERS,
    TIMEOUT_MS / 2,
  );
  expect(new Set(willing.received.map(({ id }) => id)).size).toBe(OTHERS);
  return Math.max(...willing.received.map(({ at }) => at)) - startedAt;
}

const report = (what: string, ms: number) => process.stderr.write(`${OTHERS} deliveries beside ${what}: ${ms} ms\n`);

describe('webhooks of others are delivered', () => {
  test(
    `while ${HANGING} webhooks start to hang, half of them in one workspace`,
    async () => {
      const hangs = await newWebhooksApart(HANGING / 2, hanging);
      hangs.push(...(await newWebhooks(await newWorkspace(), HANGING / 2, hanging)));
      const others = await newWebhooksApart(OTHERS, willing);
      await submit(hangs);
      sender.start();
      report(`${HANGING} that hang`, await deliverToOthers(others));
      await eventually(
        async () => hanging.received.length,
        (length) => length >= HANGING,
      );
      expect(new Set(hanging.received.map(({ id }) => id)).size).toBe(HANGING);
      expect(hanging.underWayMax).toBe(HANGING);
    },
    TIMEOUT_MS,
  );

  test(
    `while ${BACKLOG} deliveries are pending for one webhook`,
    async () => {
      const [flooded] = (await newWebhooksApart(1, hanging)) as [StoredWebhook];
      // The others must not have to wait for its second half.
      hanging.behave = () => ({ status: 204, afterMs: 20, hangs: hanging.received.length > BACKLOG / 2 });
      const others = await newWebhooksApart(OTHERS, willing);
      await givenBacklog(flooded, BACKLOG);
      sender.start();
      report(`${BACKLOG} pending for one webhook`, await deliverToOthers(others));
      expect(hanging.underWayMax).toBe(1);
    },
    TIMEOUT_MS,
  );
});
