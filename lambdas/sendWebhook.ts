import type { Context, EventBridgeEvent, SQSEvent } from 'aws-lambda';
import { createPoster } from '../shared/deliveries/channels/webhook/post.ts';
import { createWebhookDeliveries } from '../shared/deliveries/channels/webhook/webhookDeliveries.ts';
import { webhookPacing } from '../shared/deliveries/channels/webhook/webhookPacing.ts';
import { laneOf } from '../shared/deliveries/consumer.ts';
import { messagesOf } from '../shared/deliveries/invocation.ts';
import { createDeliveryClient, createLanes } from '../shared/deliveries/lanes.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import type { MessageQueue } from '../shared/runtime/messageQueue.ts';
import { reachOf } from '../shared/runtime/reach.ts';
import type { Lane } from '../shared/storage/deliveries/dueMessages.ts';
import { Table } from '../shared/storage/table/table.ts';

type Deliveries = Pick<
  ReturnType<typeof createWebhookDeliveries>,
  'consumer' | 'queues' | 'metrics' | 'startInvocation'
>;

interface Dependencies extends Deliveries {
  lanes: Partial<Record<Lane, Pick<MessageQueue, 'name'>>>;
}

/** Calls webhooks from the queues of both lanes. On schedule, moves due messages of all lanes to their queues. */
export const createHandler = ({ consumer, queues, metrics, startInvocation, lanes }: Dependencies) =>
  consume('sendWebhook', async (event: SQSEvent | EventBridgeEvent<'Scheduled Event', unknown>, context: Context) => {
    if (!('Records' in event)) return { result: undefined, fields: { handedOver: await queues.handOverDue() } };
    const time = startInvocation(context);
    const lane = laneOf(event.Records[0]?.eventSourceARN ?? '', lanes);
    const failed = await consumer.consume(messagesOf(event, lane, webhookPacing(time)));
    const { counts } = metrics.flush();
    return {
      result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) },
      fields: { records: event.Records.length, again: failed.length, ...counts },
    };
  });

export const handler = fromEnvironment(
  ['tableName', 'siteUrl', 'mailQueueUrl', 'webhookQueueUrl', 'failingWebhookQueueUrl', 'loopbackReceivers'],
  ({ tableName, siteUrl, loopbackReceivers, ...urls }) => {
    const table = new Table(createDeliveryClient(), tableName);
    const lanes = createLanes(urls);
    const post = createPoster(reachOf(loopbackReceivers));
    return createHandler({ ...createWebhookDeliveries({ table, lanes, post, siteUrl }), lanes });
  },
);
