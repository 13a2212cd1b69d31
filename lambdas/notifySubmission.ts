import type { Context, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { FailedRecordsBucket } from '../shared/changes/failedRecords.ts';
import { type HandlingDependencies, handleRecords } from '../shared/changes/handleRecords.ts';
import type { Planner } from '../shared/deliveries/channel.ts';
import { createMailDeliveries } from '../shared/deliveries/channels/mail/mailDeliveries.ts';
import { createMailClient, Mailer } from '../shared/deliveries/channels/mail/mailer.ts';
import { Pacer } from '../shared/deliveries/channels/mail/pacer.ts';
import { createWebhookPlanner } from '../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { deliveryWork } from '../shared/deliveries/deliveryWork.ts';
import { messagesOf, pacedInvocation } from '../shared/deliveries/invocations.ts';
import { createDeliveryClient, createLanes } from '../shared/deliveries/lanes.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { Table } from '../shared/storage/table.ts';
import { readWebhooks } from '../shared/storage/webhooks.ts';

interface Dependencies extends HandlingDependencies {
  mail: ReturnType<typeof createMailDeliveries>;
  webhooks: Planner;
  /** An instance may serve stream and queue in turn, each at its own pace. */
  pacers: Record<'stream' | 'queue', Pacer>;
}

/**
 * Reads the table's stream: plans deliveries to people and webhooks, and sends mails, at once or from their queue.
 * docs/deliveries.md has its guarantees.
 */
export const createHandler = ({ mail, webhooks, pacers, ...handling }: Dependencies) =>
  consume('notifySubmission', async (event: DynamoDBStreamEvent | SQSEvent, context: Context) => {
    mail.endpoints.forget();
    const time = { startedAt: Date.now(), remainingMs: () => context.getRemainingTimeInMillis() };
    const failed = isFromQueue(event)
      ? await mail.consumer.consume(messagesOf(event, 'mail', pacedInvocation(time, pacers.queue)))
      : await deliverChanges(event, context);
    const counted = mail.metrics.flush();
    await mail.mailCounter.add(counted, time.remainingMs());
    return {
      result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) },
      fields: { records: event.Records.length, again: failed.length, ...counted.counts },
    };

    function deliverChanges({ Records }: DynamoDBStreamEvent, { invokedFunctionArn }: Context): Promise<string[]> {
      const invocation = pacedInvocation(time, pacers.stream);
      const works = [mail.channel, webhooks].map((channel) => deliveryWork({ ...mail, channel }, invocation));
      return handleRecords(Records, works, invokedFunctionArn, handling);
    }
  });

export const handler = fromEnvironment(
  [
    'tableName',
    'siteUrl',
    'senderAddress',
    'configurationSet',
    'mailQueueUrl',
    'webhookQueueUrl',
    'failingWebhookQueueUrl',
    'streamMailsPerSecond',
    'queueMailsPerSecond',
    'mailsPerHour',
    'failedRecordsBucket',
  ],
  ({ tableName, streamMailsPerSecond, queueMailsPerSecond, failedRecordsBucket, ...settings }) => {
    const table = new Table(createDeliveryClient(), tableName);
    const mailer = new Mailer(createMailClient(), settings);
    const mail = createMailDeliveries({ table, lanes: createLanes(settings), mailer, ...settings });
    return createHandler({
      mail,
      webhooks: createWebhookPlanner({
        endpoints: mail.endpoints,
        readWebhooks: (endpointId) => readWebhooks(table, endpointId),
      }),
      pacers: { stream: new Pacer(streamMailsPerSecond), queue: new Pacer(queueMailsPerSecond) },
      failedRecords: new FailedRecordsBucket(failedRecordsBucket),
    });
  },
);

/** A batch has a single source. */
const isFromQueue = (event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent =>
  event.Records.some((record) => 'body' in record);
