import type { Context, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { type HandlingDependencies, handleRecords } from '../shared/changes/handleRecords.ts';
import { storeFailedIn } from '../shared/changes/storeFailed.ts';
import type { Planner } from '../shared/deliveries/channel.ts';
import { countMails } from '../shared/deliveries/channels/mail/budget/mailCounter.ts';
import { accountShare } from '../shared/deliveries/channels/mail/sending/accountRate.ts';
import { createMailClient, Mailer, readAccount } from '../shared/deliveries/channels/mail/sending/mailer.ts';
import { mailPacing } from '../shared/deliveries/channels/mail/sending/mailPacing.ts';
import { Pacer } from '../shared/deliveries/channels/mail/sending/pacer.ts';
import { createMailDeliveries } from '../shared/deliveries/channels/mailLane.ts';
import { createWebhookPlanner } from '../shared/deliveries/channels/webhook/webhookPlanner.ts';
import { deliveryWork } from '../shared/deliveries/deliveryWork.ts';
import { messagesOf } from '../shared/deliveries/invocation.ts';
import { createDeliveryClient, createLanes } from '../shared/deliveries/lanes.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import type { ChannelName } from '../shared/storage/table/partitions.ts';
import { Table } from '../shared/storage/table/table.ts';

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
    const time = mail.startInvocation(context);
    const failed = isFromQueue(event)
      ? await mail.consumer.consume(messagesOf(event, 'mail', mailPacing(time, pacers.queue)))
      : await deliverChanges(event, context);
    const counted = mail.metrics.flush();
    await countMails(mail.table, counted, time.remainingMs(), mail.endpoints);
    return {
      result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) },
      fields: { records: event.Records.length, again: failed.length, ...counted.counts },
    };

    function deliverChanges({ Records }: DynamoDBStreamEvent, { invokedFunctionArn }: Context): Promise<string[]> {
      const invocation = mailPacing(time, pacers.stream);
      const planners: Record<ChannelName, Planner> = { ...mail.channels, webhook: webhooks };
      const works = Object.values(planners).map((channel) => deliveryWork({ ...mail, channel }, invocation));
      return handleRecords(Records, works, invokedFunctionArn, handling);
    }
  });

export const handler = fromEnvironment(
  [
    'tableName',
    'siteUrl',
    'senderAddress',
    'configurationSet',
    'confirmationAddress',
    'confirmationSet',
    'confirmationsPerHour',
    'apiUrl',
    'mailQueueUrl',
    'webhookQueueUrl',
    'failingWebhookQueueUrl',
    'mailsPerSecond',
    'streamMailsPerSecond',
    'queueMailsPerSecond',
    'mailsPerHour',
    'failedRecordsBucket',
  ],
  ({ tableName, mailsPerSecond, streamMailsPerSecond, queueMailsPerSecond, failedRecordsBucket, ...settings }) => {
    const table = new Table(createDeliveryClient(), tableName);
    const { senderAddress, confirmationAddress, confirmationSet: configurationSet } = settings;
    const client = createMailClient();
    const mail = createMailDeliveries({
      table,
      lanes: createLanes(settings),
      mailer: new Mailer(client, settings),
      senders: [senderAddress, confirmationAddress],
      ...settings,
      confirmationMailer: new Mailer(client, {
        senderAddress: confirmationAddress,
        configurationSet,
        channel: 'confirmation',
      }),
    });
    const pacers = { stream: new Pacer(streamMailsPerSecond), queue: new Pacer(queueMailsPerSecond) };
    const ofAccount = accountShare(mailsPerSecond, async () => (await readAccount(client)).quota);
    const handle = createHandler({
      mail,
      webhooks: createWebhookPlanner({ endpoints: mail.endpoints, table }),
      pacers,
      storeFailed: storeFailedIn(failedRecordsBucket),
    });
    return async (event: DynamoDBStreamEvent | SQSEvent, context: Context) => {
      const share = await ofAccount.latest((error) => log('warn', 'the quota of SES could not be read', {}, error));
      for (const pacer of Object.values(pacers)) pacer.share = share;
      return handle(event, context);
    };
  },
);

/** A batch has a single source. */
const isFromQueue = (event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent =>
  event.Records.some((record) => 'body' in record);
