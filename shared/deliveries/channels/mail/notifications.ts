import { SQSClient } from '@aws-sdk/client-sqs';
import type { SettingValues } from '../../../runtime/environment.ts';
import { MessageQueue } from '../../../runtime/messageQueue.ts';
import { requestTimeouts } from '../../../runtime/requestTimeouts.ts';
import { Endpoints } from '../../../storage/endpoints.ts';
import { NotificationRecords } from '../../../storage/notificationRecords.ts';
import { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import { Submissions } from '../../../storage/submissions.ts';
import { createClient, Table } from '../../../storage/table.ts';
import { Announcer } from './announcer.ts';
import { Deliverer, type Sender } from './deliverer.ts';
import { DigestMessages } from './digestMessages.ts';
import { Digests } from './digests.ts';
import { Dispatcher } from './dispatcher.ts';
import { MailBudget } from './mailBudget.ts';
import { MailCounter } from './mailCounter.ts';
import { createMailClient, Mailer } from './mailer.ts';
import { NotificationMetrics } from './metrics.ts';
import { NotificationQueue } from './notificationQueue.ts';
import { QueueConsumer } from './queueConsumer.ts';
import { SwitchOffMessages } from './switchOffMessages.ts';
import { CALL_ATTEMPT_MS, CALL_ATTEMPTS } from './timing.ts';

/** What the pipeline is made of, each part with the others in its place. */
export interface NotificationParts {
  table: Table;
  queue: Pick<MessageQueue, 'send' | 'sendAll'>;
  mailer: Sender;
  /** What one endpoint may send an hour before digests take over. */
  mailsPerHour: number;
  siteUrl: string;
  now?: () => number;
  records?: NotificationRecords;
}

const CLIENT = { maxAttempts: CALL_ATTEMPTS, requestHandler: requestTimeouts(CALL_ATTEMPT_MS) };

type NotificationSettings = SettingValues<
  'tableName' | 'siteUrl' | 'senderAddress' | 'configurationSet' | 'notificationQueueUrl' | 'mailsPerHour'
>;

/** The pipeline of the function, from its settings. */
export function createNotifications(settings: NotificationSettings) {
  const mailer = new Mailer(createMailClient(), settings);
  const pipeline = assembleNotifications({
    table: new Table(createClient(CLIENT), settings.tableName),
    queue: new MessageQueue(settings.notificationQueueUrl, new SQSClient(CLIENT)),
    mailer,
    mailsPerHour: settings.mailsPerHour,
    siteUrl: settings.siteUrl,
  });
  return { ...pipeline, readQuota: () => mailer.readQuota() };
}

/** The pipeline from its parts. */
export function assembleNotifications({
  table,
  queue: messages,
  mailer,
  mailsPerHour,
  siteUrl,
  ...parts
}: NotificationParts) {
  const time = { now: parts.now ?? Date.now };
  const records = parts.records ?? new NotificationRecords(table, time.now);
  const metrics = new NotificationMetrics();
  const endpoints = new Endpoints(table);
  const submissions = new Submissions(table);
  const recent = new RecentSubmissions(table);
  const digestMessages = new DigestMessages(recent);
  const switchOffMessages = new SwitchOffMessages(table);
  const queue = new NotificationQueue(messages, time.now);
  const deliverer = new Deliverer({ records, mailer, metrics, siteUrl });
  const dispatcher = new Dispatcher({ deliverer, queue, metrics, ...time });
  const digests = new Digests({ table, queue, ...time });
  const budget = new MailBudget(recent, mailsPerHour);
  const announcer = new Announcer({ endpoints, records, dispatcher, budget, digests, metrics });
  const consumer = new QueueConsumer({
    endpoints,
    submissions,
    records,
    announcer,
    digests,
    digestMessages,
    switchOffMessages,
    dispatcher,
    metrics,
    ...time,
  });
  const mailCounter = new MailCounter(table);
  return {
    announcer,
    consumer,
    metrics,
    mailCounter,
    records,
    deliverer,
    endpoints,
    submissions,
    digestMessages,
    switchOffMessages,
  };
}
