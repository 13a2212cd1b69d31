import { SQSClient } from '@aws-sdk/client-sqs';
import { ApiError } from '../../shared/contract/errors.ts';
import { REPLAYED_MAX } from '../../shared/contract/limits.ts';
import { replayWebhookDeliveries } from '../../shared/contract/operations/webhooks.ts';
import type { Replayed, ReplayRequest, ReplayResult } from '../../shared/contract/schemas/webhookLog.ts';
import { WaitQueue } from '../../shared/deliveries/channels/webhook/webhookQueue.ts';
import type { Dependencies } from '../../shared/http/dependencies.ts';
import { createRepositories } from '../../shared/http/repositories.ts';
import { serve } from '../../shared/http/serve.ts';
import { fromEnvironment } from '../../shared/runtime/environment.ts';
import { log } from '../../shared/runtime/log.ts';
import { MessageQueue } from '../../shared/runtime/messageQueue.ts';
import { requestTimeouts } from '../../shared/runtime/requestTimeouts.ts';
import { cursorAt, placeOf } from '../../shared/search/cursor.ts';
import { BatchingTable } from '../../shared/storage/batchingTable.ts';
import { createClient } from '../../shared/storage/table.ts';
import { WebhookLog } from '../../shared/storage/webhookLog.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

type Waits = Pick<WaitQueue, 'look'>;

export const createHandler = serve(
  replayWebhookDeliveries,
  async ({ params, body, caller }, { endpoints, table, waits }: Dependencies & { waits: Waits }): Promise<Replayed> => {
    const webhook = await new Webhooks(table, endpoints).findOwned(params.id, caller);
    if (!webhook.isEnabled)
      throw new ApiError('BAD_REQUEST', 'The webhook is switched off: switch it on before anything is sent again.');
    const webhookLog = new WebhookLog(table);
    const { ids } = body;
    const replayed = ids
      ? await replayNamed(webhookLog, webhook.id, ids)
      : await replayFailed(webhookLog, webhook.id, body);
    if (replayed.results.some(({ status }) => status === 'replayed')) await haveLooked(waits);
    return replayed;
  },
);

/** A look that is not asked for in this time is left to the clock. */
const QUEUE_TIMEOUT_MS = 1_500;

export const handler = fromEnvironment(
  ['tableName', 'siteUrl', 'webhookWaitsUrl'],
  ({ tableName, siteUrl, webhookWaitsUrl }) => {
    const sqs = new SQSClient({ maxAttempts: 2, requestHandler: requestTimeouts(QUEUE_TIMEOUT_MS) });
    return createHandler({
      ...createRepositories(new BatchingTable(createClient(), tableName)),
      siteUrl,
      waits: new WaitQueue(new MessageQueue(webhookWaitsUrl, sqs)),
    });
  },
);

/** Without it the clock has somebody look within a minute. */
async function haveLooked(waits: Waits): Promise<void> {
  try {
    await waits.look();
  } catch (error) {
    log('warn', 'replayed deliveries wait for the clock', {}, error);
  }
}

async function replayNamed(webhookLog: WebhookLog, webhookId: string, ids: string[]): Promise<Replayed> {
  const records = await webhookLog.find(webhookId, ids);
  const done = new Map((await webhookLog.replay(webhookId, records)).map((result) => [result.id, result]));
  const results = ids.map((id): ReplayResult => done.get(id) ?? { id, status: 'notFound' });
  return { _metadata: { examined: records.length, done: true }, results };
}

async function replayFailed(webhookLog: WebhookLog, webhookId: string, body: ReplayRequest): Promise<Replayed> {
  const { failedAfter: fromMs, failedBefore: endMs, cursor } = body;
  const range = ['replay', webhookId, fromMs, endMs];
  const after = cursor === undefined ? undefined : placeOf(cursor, range);
  const failed = { state: 'failed', fromMs, endMs, after, limit: REPLAYED_MAX } as const;
  const { records, examined, next } = await webhookLog.list(webhookId, failed);
  const results = await webhookLog.replay(webhookId, records);
  return { _metadata: { examined, done: next === undefined, ...(next && { cursor: cursorAt(next, range) }) }, results };
}
