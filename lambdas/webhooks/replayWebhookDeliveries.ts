import { ApiError } from '../../shared/contract/errors.ts';
import { REPLAYED_MAX } from '../../shared/contract/limits.ts';
import { replayWebhookDeliveries } from '../../shared/contract/operations/webhooks.ts';
import type { Replayed, ReplayRequest, ReplayResult } from '../../shared/contract/schemas/webhooks/webhookLog.ts';
import { laneFor } from '../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { DeliveryQueues } from '../../shared/deliveries/deliveryQueues.ts';
import { createLanes } from '../../shared/deliveries/lanes.ts';
import { replay } from '../../shared/deliveries/replay.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { readLogPage } from '../../shared/search/logPage.ts';
import { DueMessages } from '../../shared/storage/deliveries/dueMessages.ts';
import type { DeliveryRecord } from '../../shared/storage/deliveries/storedDelivery.ts';
import { WebhookLog } from '../../shared/storage/webhooks/webhookLog.ts';
import { ownedWebhook } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  replayWebhookDeliveries,
  async ({ params, body, authenticate }, { table, queues }: Dependencies & { queues: DeliveryQueues }) => {
    const { webhook } = await authenticate({ webhook: ownedWebhook(params.id) });
    if (!webhook.isEnabled)
      throw new ApiError('BAD_REQUEST', 'The webhook is disabled: enable it before you replay deliveries.');
    const log = new WebhookLog(table);
    const restart = (records: DeliveryRecord[]): Promise<ReplayResult[]> =>
      replay(queues, { lane: laneFor(webhook), group: webhook.workspaceId, records }, () => log.replay(records));
    return body.ids ? replayNamed(log, webhook.id, body.ids, restart) : replayFailed(log, webhook.id, body, restart);
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['webhookQueueUrl', 'failingWebhookQueueUrl'],
  make: (urls, table) => ({ queues: new DeliveryQueues({ lanes: createLanes(urls), due: new DueMessages(table) }) }),
});

type Restart = (records: DeliveryRecord[]) => Promise<ReplayResult[]>;

async function replayNamed(log: WebhookLog, webhookId: string, ids: string[], restart: Restart): Promise<Replayed> {
  const records = await log.find(webhookId, ids);
  const done = new Map((await restart(records)).map((result) => [result.id, result]));
  const results = ids.map((id): ReplayResult => done.get(id) ?? { id, status: 'notFound' });
  return { _metadata: { examined: records.length, done: true }, results };
}

async function replayFailed(
  log: WebhookLog,
  webhookId: string,
  body: ReplayRequest,
  restart: Restart,
): Promise<Replayed> {
  const { failedAfter: fromMs, failedBefore: endMs, cursor } = body;
  const range = ['replay', webhookId, fromMs, endMs];
  const { records, _metadata } = await readLogPage(cursor, range, (after) =>
    log.list(webhookId, { state: 'failed', fromMs, endMs, after, limit: REPLAYED_MAX }),
  );
  return { _metadata, results: await restart(records) };
}
