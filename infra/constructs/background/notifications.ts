import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { TablePermission } from '../../../shared/contract/operations/index.ts';
import {
  RECEIVES_MAX,
  STREAM_BATCH_SIZE,
  STREAM_RETRIES,
  TIME_LIMIT_S,
  VISIBILITY_TIMEOUT_S,
} from '../../../shared/deliveries/channels/mail/timing.ts';
import { MAIL_COUNT_ATTRIBUTES } from '../../../shared/storage/mailCounts.ts';
import { SWITCHED_OFF_ATTRIBUTES } from '../../../shared/storage/switchedOffWebhooks.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { DeadLetters } from '../storage/deadLetters.ts';
import { MailEvents } from './mailEvents.ts';
import { readQueue } from './queueReader.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface NotificationsProps {
  table: ITable;
  functions: ServiceFunctions;
  /** Where the dashboard is that mails lead to. */
  siteUrl: string;
  senderAddress: string;
  /** What SES takes a second, and what one endpoint may send an hour about single submissions. */
  mailsPerSecond: number;
  mailsPerHour: number;
  /** Where stream records are kept that failed for good, and whether all are counted. */
  failedRecords: IBucket;
  isCounted: boolean;
  /** Where events about mails end that failed for good. */
  deadLetters: IQueue;
}

const MAIL_EVENT_TIMEOUT = Duration.seconds(10);

/** Mails a second that one instance sends without trouble: a delivery takes a tenth of a second (measured locally). */
const INSTANCE_MAILS_PER_SECOND_MAX = 7;
/** AWS's limits for the instances that one queue starts. */
const CONCURRENCY_MIN = 2;
const CONCURRENCY_MAX = 1_000;

/** What it takes to count mails in an endpoint's statistics. */
const COUNT_MAILS: TablePermission = {
  actions: ['UpdateItem'],
  partitions: ['index'],
  attributes: MAIL_COUNT_ATTRIBUTES,
};

/** What it takes to record that a notification failed. */
const RECORD_FAILURE: TablePermission[] = [
  { actions: ['UpdateItem'], partitions: ['notification'] },
  { actions: ['PutItem'], partitions: ['failedNotifications'] },
  { actions: ['ConditionCheckItem'], partitions: ['endpoint'], attributes: [] },
];

/** Announces new submissions by mail, and notes which mails came back. */
export class Notifications extends Construct {
  /** Sends the mails. */
  readonly notifier: IFunction;
  /** Records which came back. */
  readonly recorder: IFunction;
  readonly reader: StreamReader;
  /** Holds what could not be sent at once. */
  readonly queue: Queue;
  /** Messages with which the function died again and again. */
  readonly failed: Queue;
  readonly configurationSet: string;

  constructor(scope: Construct, id: string, props: NotificationsProps) {
    super(scope, id);
    const { table, functions, failedRecords, isCounted, deadLetters } = props;
    const mailEvents = new MailEvents(this, 'MailEvents');
    this.configurationSet = mailEvents.configurationSet.configurationSetName;
    this.failed = new DeadLetters(this, 'Failed');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_DAYS.messages),
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUT_S),
      deadLetterQueue: { queue: this.failed, maxReceiveCount: RECEIVES_MAX },
    });
    functions.provide('notificationQueue', sendingTo(this.queue, 'notificationQueueUrl'));
    this.notifier = this.#addNotifier(props);
    this.reader = readStream(this.notifier, {
      table,
      name: 'notifySubmission',
      failedRecords,
      batchSize: STREAM_BATCH_SIZE,
      retryAttempts: STREAM_RETRIES,
      isCounted,
    });
    this.recorder = functions.add('recordMailEvent', {
      timeout: MAIL_EVENT_TIMEOUT,
      tablePermissions: [...RECORD_FAILURE, COUNT_MAILS],
      isAsynchronous: true,
    }).function;
    mailEvents.recordWith(this.recorder, deadLetters);
  }

  #addNotifier({ functions, failedRecords, ...props }: NotificationsProps): IFunction {
    const { siteUrl, senderAddress, mailsPerSecond, mailsPerHour } = props;
    // Every identity, but only one sender.
    const identities = this.#arnOf('identity', '*');
    const queueConcurrency = concurrencyFor(mailsPerSecond);
    const added = functions.add('notifySubmission', {
      timeout: Duration.seconds(TIME_LIMIT_S),
      tablePermissions: [
        { actions: ['GetItem', 'Query'], partitions: ['endpoint'] },
        { actions: ['GetItem', 'PutItem'], partitions: ['notification'] },
        { actions: ['Query'], partitions: ['webhooks'], attributes: SWITCHED_OFF_ATTRIBUTES },
        ...RECORD_FAILURE,
        COUNT_MAILS,
      ],
      needs: ['notificationQueue'],
      settings: {
        siteUrl,
        senderAddress,
        configurationSet: this.configurationSet,
        mailsPerSecond: String(mailsPerSecond),
        streamMailsPerSecond: String(mailsPerSecond / 2),
        queueMailsPerSecond: String(mailsPerSecond / 2 / queueConcurrency),
        mailsPerHour: String(mailsPerHour),
        failedRecordsBucket: failedRecords.bucketName,
      },
      statements: [
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [identities, this.#arnOf('configuration-set', this.configurationSet)],
          conditions: { StringEquals: { 'ses:FromAddress': senderAddress } },
        }),
        // What the account may send; it has no resource that a policy could name.
        new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }),
      ],
      // It sends to its own queue what is to be tried again; AWS Lambda would stop that after 16 times.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    acknowledgeWildcard(
      added,
      identities,
      'In its sandbox SES checks the recipients besides the sender, and they are not known before; a condition ' +
        'allows one sender alone. Evidence: test/unit/infra/functions.test.ts.',
    );
    acknowledgeWildcard(added, '*', 'ses:GetAccount knows no resources. It reads what the account may send.');
    readQueue(added.function, 'QueueMapping', { queue: this.queue, maxConcurrency: queueConcurrency });
    return added.function;
  }

  #arnOf(resource: string, resourceName: string): string {
    const { SLASH_RESOURCE_NAME: arnFormat } = ArnFormat;
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName, arnFormat });
  }
}

/** Instances that the queue may start: as many as half of the rate needs. The other half is the stream's reader's. */
const concurrencyFor = (mailsPerSecond: number): number =>
  Math.min(CONCURRENCY_MAX, Math.max(CONCURRENCY_MIN, Math.ceil(mailsPerSecond / 2 / INSTANCE_MAILS_PER_SECOND_MAX)));
