import type { Context, EventBridgeEvent, SQSEvent } from 'aws-lambda';
import { createWebhookPipeline, type WebhookPipeline } from '../shared/deliveries/channels/webhook/pipeline.ts';
import { QueuedTurn, Waited } from '../shared/deliveries/channels/webhook/webhookQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';

/** Messages of a queue, or the clock. */
type SendEvent = SQSEvent | EventBridgeEvent<'Scheduled Event', unknown>;

/**
 * Sends events to webhooks: from its queue those whose turn it is, from the queue of waits those whose short wait is over,
 * and whenever the clock wakes it it looks in the table for those whose long wait is.
 */
export const createHandler = ({ take, wakeUp, look, metrics }: WebhookPipeline) =>
  consume('sendWebhook', async (event: SendEvent, _context: Context) => {
    if (!('Records' in event)) return { result: undefined, fields: { handedOver: await look() } };
    const failed: string[] = [];
    for (const { messageId, body } of event.Records) {
      try {
        const message = JSON.parse(body);
        if ('turn' in message) await take(QueuedTurn.parse(message));
        else await wakeUp(Waited.parse(message));
      } catch (error) {
        log('error', 'a delivery to a webhook comes again', {}, error);
        failed.push(messageId);
      }
    }
    const counts = metrics.flush();
    return {
      result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) },
      fields: { records: event.Records.length, again: failed.length, ...counts },
    };
  });

export const handler = fromEnvironment(
  ['tableName', 'siteUrl', 'notificationQueueUrl', 'webhookTurnsUrl', 'webhookWaitsUrl', 'loopbackReceivers'],
  (settings) => createHandler(createWebhookPipeline(settings)),
);
