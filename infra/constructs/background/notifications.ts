import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAIL_TIME_LIMIT_S, STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../shared/deliveries/timing.ts';
import { CONFIRMATION_COUNT_ATTRIBUTES } from '../../../shared/storage/confirmationHealth.ts';
import { DELIVERY_ATTRIBUTES } from '../../../shared/storage/deliveryRecord.ts';
import { MAIL_COUNT_ATTRIBUTES } from '../../../shared/storage/mailCounts.ts';
import type { TablePermission } from '../../access/access.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import type { Settings } from '../../settings.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import { MailEvents } from './mailEvents.ts';
import { readQueue } from './queueReader.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface NotificationsProps {
  table: ITable;
  functions: ServiceFunctions;
  queues: DeliveryQueues;
  /** Where the dashboard is that mails lead to. */
  siteUrl: string;
  /** Where mail programs unsubscribe. */
  apiUrl: string;
  settings: Settings;
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
  {
    actions: ['UpdateItem'],
    partitions: ['mailDeliveries', 'confirmationDeliveries'],
    attributes: DELIVERY_ATTRIBUTES,
  },
  { actions: ['PutItem'], partitions: ['failedDeliveries'] },
  { actions: ['ConditionCheckItem'], partitions: ['endpoint'], attributes: [] },
];

/** Count the confirmations that came back, and stop them if there are too many. */
const STOP_CONFIRMATIONS: TablePermission[] = [
  { actions: ['UpdateItem'], partitions: ['confirmationHealth'], attributes: CONFIRMATION_COUNT_ATTRIBUTES },
  { actions: ['Query', 'PutItem'], partitions: ['confirmationHealth'] },
];

/** Batches of a shard at once: each sends mails, at its share of the stream's pace. */
const STREAM_BATCHES_AT_ONCE = 2;

/** Notifies people of new submissions by mail, plans deliveries to webhooks, and records which mails bounced. */
export class Notifications extends Construct {
  /** Sends the mails. */
  readonly notifier: IFunction;
  /** Records which came back. */
  readonly recorder: IFunction;
  readonly reader: StreamReader;
  readonly configurationSet: string;
  readonly confirmationSet: string;

  constructor(scope: Construct, id: string, props: NotificationsProps) {
    super(scope, id);
    const { table, functions, failedRecords, isCounted, deadLetters } = props;
    const mailEvents = new MailEvents(this, 'MailEvents');
    this.configurationSet = mailEvents.configurationSet.configurationSetName;
    // Apart, so that what confirmations do to their sender's reputation is known and stays with them.
    const confirmationEvents = new MailEvents(this, 'ConfirmationEvents');
    this.confirmationSet = confirmationEvents.configurationSet.configurationSetName;
    this.notifier = this.#addNotifier(props);
    this.reader = readStream(this.notifier, {
      table,
      name: 'notifySubmission',
      failedRecords,
      batchSize: STREAM_BATCH_SIZE,
      parallelBatches: STREAM_BATCHES_AT_ONCE,
      retryAttempts: STREAM_RETRIES,
      isCounted,
    });
    this.recorder = functions.add('recordMailEvent', {
      timeout: MAIL_EVENT_TIMEOUT,
      tablePermissions: [...RECORD_FAILURE, COUNT_MAILS, ...STOP_CONFIRMATIONS],
      isAsynchronous: true,
    }).function;
    mailEvents.recordWith(this.recorder, deadLetters, 'notifications');
    confirmationEvents.recordWith(this.recorder, deadLetters, 'confirmations');
  }

  #addNotifier({ functions, queues, failedRecords, ...props }: NotificationsProps): IFunction {
    const { siteUrl, apiUrl } = props;
    const { senderAddress, confirmationAddress, mailsPerSecond } = props.settings;
    // Every identity, but only these senders.
    const identities = this.#arnOf('identity', '*');
    const queueConcurrency = concurrencyFor(mailsPerSecond);
    const added = functions.add('notifySubmission', {
      timeout: Duration.seconds(MAIL_TIME_LIMIT_S),
      tablePermissions: [
        { actions: ['GetItem', 'Query'], partitions: ['endpoint'] },
        { actions: ['GetItem', 'PutItem', 'Query'], partitions: ['mailDeliveries', 'confirmationDeliveries'] },
        { actions: ['GetItem', 'PutItem'], partitions: ['confirmationSecret'] },
        { actions: ['BatchGetItem'], partitions: ['rate', 'mailbox', 'confirmationHealth'] },
        { actions: ['PutItem'], partitions: ['rate', 'mailbox'] },
        { actions: ['UpdateItem'], partitions: ['confirmationHealth'], attributes: CONFIRMATION_COUNT_ATTRIBUTES },
        { actions: ['PutItem'], partitions: ['webhookDeliveries', 'dueMessages'] },
        { actions: ['Query'], partitions: ['webhooks'] },
        ...RECORD_FAILURE,
        COUNT_MAILS,
      ],
      needs: ['mailQueue', 'webhookQueue', 'failingWebhookQueue'],
      deploymentSettings: [
        'senderAddress',
        'confirmationAddress',
        'confirmationsPerHour',
        'mailsPerSecond',
        'mailsPerHour',
      ],
      settings: {
        siteUrl,
        apiUrl,
        configurationSet: this.configurationSet,
        confirmationSet: this.confirmationSet,
        streamMailsPerSecond: String(mailsPerSecond / 2 / STREAM_BATCHES_AT_ONCE),
        queueMailsPerSecond: String(mailsPerSecond / 2 / queueConcurrency),
        failedRecordsBucket: failedRecords.bucketName,
      },
      statements: [
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [
            identities,
            ...[this.configurationSet, this.confirmationSet].map((name) => this.#arnOf('configuration-set', name)),
          ],
          conditions: { StringEquals: { 'ses:FromAddress': [...new Set([senderAddress, confirmationAddress])] } },
        }),
        // What the account may send; it has no resource that a policy could name.
        new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }),
      ],
      // It queues its own retries: AWS Lambda would stop it as a recursive loop after 16 of them.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    acknowledgeWildcard(
      added,
      identities,
      'In its sandbox SES checks the recipients besides the sender, and they are not known before; a condition ' +
        'allows the senders of this stack alone. Evidence: test/unit/infra/constructs/functions/serviceFunction.test.ts.',
    );
    acknowledgeWildcard(added, '*', 'ses:GetAccount knows no resources. It reads what the account may send.');
    readQueue(added.function, 'QueueMapping', { queue: queues.mail, maxConcurrency: queueConcurrency });
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
