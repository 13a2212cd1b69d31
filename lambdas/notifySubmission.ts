import type { Context, DynamoDBStreamEvent, SQSEvent, SQSRecord } from 'aws-lambda';
import { type Change, isOfSubmission, type SubmissionChange } from '../shared/changes/change.ts';
import { FailedRecordsBucket } from '../shared/changes/failedRecords.ts';
import { type ReadRecords, readRecords } from '../shared/changes/readRecords.ts';
import { loggedId } from '../shared/contract/ids.ts';
import { AccountRate } from '../shared/deliveries/channels/mail/accountRate.ts';
import type { Announcer } from '../shared/deliveries/channels/mail/announcer.ts';
import type { Invocation } from '../shared/deliveries/channels/mail/dispatcher.ts';
import { QueuedNotification } from '../shared/deliveries/channels/mail/notificationQueue.ts';
import { createNotifications } from '../shared/deliveries/channels/mail/notifications.ts';
import { Pacer } from '../shared/deliveries/channels/mail/pacer.ts';
import type { QueueConsumer } from '../shared/deliveries/channels/mail/queueConsumer.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';

type Notifications = ReturnType<typeof createNotifications>;

interface Dependencies extends Pick<Notifications, 'announcer' | 'consumer' | 'metrics' | 'mailCounter'> {
  /** An instance may serve the stream now and the queue then, each at its own pace. */
  pacers: Record<'stream' | 'queue', Pacer>;
  failedRecords: Pick<FailedRecordsBucket, 'put'>;
}

/**
 * Announces submissions: new ones from the table's stream, and from its queue what could not be finished then. Never
 * lost, and sent twice only as docs/notifications.md says.
 */
export const createHandler = ({ announcer, consumer, metrics, mailCounter, pacers, failedRecords }: Dependencies) =>
  consume('notifySubmission', async (event: DynamoDBStreamEvent | SQSEvent, context: Context) => {
    const time = { startedAt: Date.now(), remainingMs: () => context.getRemainingTimeInMillis() };
    const { failed, oldestUnsentMs } = isFromQueue(event)
      ? await consumeMessages(consumer, event.Records, { ...time, pacer: pacers.queue })
      : await announceChanges(announcer, await readRecords(event.Records, context.invokedFunctionArn, failedRecords), {
          ...time,
          pacer: pacers.stream,
        });
    const counted = metrics.flush(oldestUnsentMs);
    await mailCounter.add(counted, time.remainingMs());
    return {
      result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) },
      fields: { records: event.Records.length, retried: failed.length, ...counted.counts },
    };
  });

export const handler = fromEnvironment(
  [
    'tableName',
    'siteUrl',
    'senderAddress',
    'configurationSet',
    'notificationQueueUrl',
    'mailsPerSecond',
    'streamMailsPerSecond',
    'queueMailsPerSecond',
    'mailsPerHour',
    'failedRecordsBucket',
  ],
  ({ mailsPerSecond, streamMailsPerSecond, queueMailsPerSecond, failedRecordsBucket, ...settings }) => {
    const pacers = { stream: new Pacer(streamMailsPerSecond), queue: new Pacer(queueMailsPerSecond) };
    const failedRecords = new FailedRecordsBucket(failedRecordsBucket);
    const { readQuota, ...notifications } = createNotifications(settings);
    const accountRate = new AccountRate(mailsPerSecond, readQuota);
    const handle = createHandler({ ...notifications, pacers, failedRecords });
    return async (event: DynamoDBStreamEvent | SQSEvent, context: Context) => {
      const share = await accountRate.share((error) => log('warn', 'the quota of SES could not be read', {}, error));
      for (const pacer of Object.values(pacers)) pacer.share = share;
      return handle(event, context);
    };
  },
);

/** Each batch comes from one source. */
const isFromQueue = (event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent =>
  event.Records.some((record) => 'body' in record);

async function announceChanges(announcer: Announcer, read: ReadRecords, invocation: Invocation) {
  const changes = read.changes.filter(isSubmissionToAnnounce);
  // A record that kills the function is named by the line before its death.
  const submissionIds = changes.map(({ submissionId }) => loggedId('submission', submissionId)).join(' ');
  log('info', 'announcing', { submissionIds });
  const retried = await announcer.announceChanges(changes, invocation);
  return {
    failed: [...read.retried, ...retried.map(({ sequence }) => sequence)],
    oldestUnsentMs: Math.max(0, ...retried.map(({ at }) => Date.now() - at)),
  };
}

async function consumeMessages(consumer: QueueConsumer, records: SQSRecord[], invocation: Invocation) {
  const failed: string[] = [];
  const agesMs = [0];
  for (const { messageId, body } of records) {
    try {
      agesMs.push(await consumer.consume(QueuedNotification.parse(JSON.parse(body)), invocation));
    } catch (error) {
      log('error', 'a queued notification comes again', {}, error);
      failed.push(messageId);
    }
  }
  return { failed, oldestUnsentMs: Math.max(...agesMs) };
}

const isSubmissionToAnnounce = (change: Change): change is SubmissionChange =>
  isOfSubmission(change) && (change.kind === 'submissionCreated' || change.kind === 'submissionReleased');
