import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ATTEMPTS_AT_ONCE } from '../../../infra/constructs/background/webhooks.ts';
import { Queues } from '../../../infra/local/aws/queues.ts';
import { QueueSource } from '../../../infra/local/events/queueSource.ts';
import type { LocalFunction } from '../../../infra/local/functions/functions.ts';
import { createHandler } from '../../../lambdas/sendWebhook.ts';
import { WEBHOOKS_PER_ENDPOINT_MAX } from '../../../shared/contract/limits.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhook.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { deliveryIdFor } from '../../../shared/deliveries/channels/webhook/deliveryId.ts';
import { assembleWebhookPipeline } from '../../../shared/deliveries/channels/webhook/pipeline.ts';
import { createPoster } from '../../../shared/deliveries/channels/webhook/post.ts';
import { newSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { TurnQueue } from '../../../shared/deliveries/channels/webhook/webhookQueue.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
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

/** Deliveries that hang. Each takes 15 seconds: one after the other they would take hours, or minutes in the short form. */
const HANGING = IS_LONG ? 1_000 : 40;
const OTHERS = 20;
/** Those of others are there within seconds, however busy the machine is. */
const SOON_MS = 30_000;
const TIMEOUT_MS = 120_000;
const EVENT = 'submission.created';

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

/** The function that sends, as often at once as it is deployed, on a queue that is as SQS's. */
function givenSender() {
  const table = new MemoryTable(new MemoryItems());
  const resource = { logicalId: 'Turns', type: 'AWS::SQS::Queue', path: '', properties: { FifoQueue: true } };
  const queues = new Queues([resource as never], 'http://127.0.0.1', folder);
  const [queue] = [queues.byUrl('http://127.0.0.1/000000000000/Turns')];
  if (!queue) throw new Error('there is no queue');
  const turns = {
    sendAll: async <T extends { body: string }>(messages: T[]) => {
      for (const { body, ...fifo } of messages) queue.send(body, fifo);
      return [];
    },
  };
  const nothing = { send: async () => undefined, sendAll: async () => [] };
  const post = createPoster({ allowLoopback: true });
  const handler = createHandler(
    assembleWebhookPipeline({ table, turns, waits: nothing, mails: nothing, post, siteUrl: 'https://forms.example' }),
  );
  const target = {
    invoke: async (event: unknown) => ({ payload: JSON.stringify(await handler(event as never, {} as never)) }),
  } as unknown as LocalFunction;
  const source = new QueueSource(queue, queues, target, { concurrency: ATTEMPTS_AT_ONCE, reportsFailures: true });
  return { table, turns: new TurnQueue(turns), source };
}

async function newEndpoint(table: MemoryTable, slug: string): Promise<StoredEndpoint> {
  const { workspaceId } = await new Workspaces(table as unknown as Table).create('Workspace');
  const fields = EndpointCreate.parse({ slug, targetEmails: [] });
  return createRepositories(table).endpoints.create(workspaceId, fields);
}

function newWebhook(table: MemoryTable, endpoint: StoredEndpoint, { url }: WebhookReceiver): Promise<StoredWebhook> {
  const fields = WebhookCreate.parse({ endpointId: endpoint.id, url });
  return new Webhooks(table, createRepositories(table).endpoints).create(endpoint, fields, newSecret());
}

/** Has each webhook told of so many submissions of its own. */
async function submit({ table, turns }: ReturnType<typeof givenSender>, webhooks: StoredWebhook[], count: number) {
  for (const { id: webhookId, endpointId } of webhooks) {
    for (let i = 0; i < count; i++) {
      const submissionId = newId('submission');
      await table.put({ ...submissionKey(endpointId, submissionId), data: '{}', location: 'Spain' }, {});
      const at = submittedAt(submissionId);
      const id = deliveryIdFor({ webhookId, submissionId, event: EVENT, at });
      const createdAt = formatTime(new Date(at));
      await turns.sendAll([{ webhookId, id, event: EVENT, submissionId, createdAt, turn: 0, hops: 0 }]);
    }
  }
}

describe('a receiver that hangs', () => {
  test(
    `holds up no others, with ${HANGING} deliveries to all webhooks that an endpoint may have`,
    async () => {
      const [hanging, willing] = receivers as [WebhookReceiver, WebhookReceiver];
      hanging.behave = () => ({ status: 200, hangs: true });
      const sender = givenSender();
      const [slow, other] = [await newEndpoint(sender.table, 'slow'), await newEndpoint(sender.table, 'other')];
      const hangs: StoredWebhook[] = [];
      for (let i = 0; i < WEBHOOKS_PER_ENDPOINT_MAX; i++) hangs.push(await newWebhook(sender.table, slow, hanging));
      await submit(sender, hangs, HANGING / WEBHOOKS_PER_ENDPOINT_MAX);
      sender.source.start();
      await eventually(
        async () => hanging.received.length,
        (length) => length >= WEBHOOKS_PER_ENDPOINT_MAX,
        SOON_MS,
      );
      await submit(sender, [await newWebhook(sender.table, other, willing)], OTHERS);
      await eventually(
        async () => willing.received.length,
        (length) => length >= OTHERS,
        SOON_MS,
      );
      // One attempt at a time of each.
      expect(hanging.underWayMax).toBe(WEBHOOKS_PER_ENDPOINT_MAX);
      // What hangs ends with its connection.
      const stopped = sender.source.stop();
      for (const receiver of receivers) receiver.close();
      await stopped;
    },
    TIMEOUT_MS,
  );
});
