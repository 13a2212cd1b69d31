import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAIL_TIME_LIMIT_S } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import type { Settings } from '../../settings.ts';
import type { Grant, ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import { MailEvents } from './mailEvents.ts';
import { readQueue } from './queueReader.ts';
import { BATCHES_AT_ONCE, readStream, type StreamReader } from './streamReader.ts';

export interface NotificationsProps {
  table: ITable;
  functions: ServiceFunctions;
  queues: DeliveryQueues;
  /** The dashboard's URL, for links in mails. */
  siteUrl: string;
  /** The URL for one-click unsubscribing. */
  apiUrl: string;
  settings: Settings;
  /** The bucket for stream records that failed permanently, and whether to enable the mappings' metrics. */
  failedRecords: IBucket;
  isCounted: boolean;
  /** Queue for mail events that failed permanently. */
  deadLetters: IQueue;
}

const MAIL_EVENT_TIMEOUT = Duration.seconds(10);

/** Mails a second that one instance can send: a delivery takes a tenth of a second (measured locally). */
const INSTANCE_MAILS_PER_SECOND_MAX = 7;
/** AWS's limits for the concurrency of a queue. */
const CONCURRENCY_MIN = 2;
const CONCURRENCY_MAX = 1_000;

/** Notifies people of new submissions by mail, plans deliveries to webhooks, and records bounces. */
export class Notifications extends Construct {
  /** Sends the mails. */
  readonly notifier: IFunction;
  /** Records bounces and complaints. */
  readonly recorder: IFunction;
  readonly reader: StreamReader;
  readonly configurationSet: string;
  readonly confirmationSet: string;

  constructor(scope: Construct, id: string, props: NotificationsProps) {
    super(scope, id);
    const { table, functions, failedRecords, isCounted, deadLetters } = props;
    const mailEvents = new MailEvents(this, 'MailEvents');
    this.configurationSet = mailEvents.configurationSet.configurationSetName;
    // Separate, so that the reputation of the confirmations' sender is measured separately.
    const confirmationEvents = new MailEvents(this, 'ConfirmationEvents');
    this.confirmationSet = confirmationEvents.configurationSet.configurationSetName;
    this.#provideMail(props);
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
      access: BACKGROUND_ACCESS.recordMailEvent,
      isAsynchronous: true,
    }).function;
    mailEvents.recordWith(this.recorder, deadLetters, 'notifications');
    confirmationEvents.recordWith(this.recorder, deadLetters, 'confirmations');
  }

  #addNotifier({ functions, queues, failedRecords, ...props }: NotificationsProps): IFunction {
    const { siteUrl, apiUrl } = props;
    const { mailsPerSecond } = props.settings;
    const queueConcurrency = concurrencyFor(mailsPerSecond);
    const added = functions.add('notifySubmission', {
      timeout: Duration.seconds(MAIL_TIME_LIMIT_S),
      access: BACKGROUND_ACCESS.notifySubmission,
      settings: {
        siteUrl,
        apiUrl,
        configurationSet: this.configurationSet,
        // Each batch sends mails at its share of the stream's rate.
        streamMailsPerSecond: String(mailsPerSecond / 2 / BATCHES_AT_ONCE),
        queueMailsPerSecond: String(mailsPerSecond / 2 / queueConcurrency),
        failedRecordsBucket: failedRecords.bucketName,
      },
      // It queues its own retries: AWS Lambda's loop detection would stop it after 16.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    readQueue(added.function, 'QueueMapping', { queue: queues.mail, maxConcurrency: queueConcurrency });
    return added.function;
  }

  /** Rights to send mail, and to read the account's sending limits. */
  #provideMail({ functions, settings: { senderAddress, confirmationAddress } }: NotificationsProps): void {
    functions.provide('notificationMail', { settings: {}, ...this.#sending(senderAddress, this.configurationSet) });
    functions.provide('confirmationMail', {
      settings: { confirmationSet: this.confirmationSet },
      ...this.#sending(confirmationAddress, this.confirmationSet),
    });
    functions.provide('mailAccount', {
      settings: {},
      // This action supports no resource.
      statements: [new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] })],
      wildcards: { '*': 'ses:GetAccount supports no resources. It reads the account’s quotas.' },
    });
  }

  /** Allows any identity, but only this sender. */
  #sending(from: string, configurationSet: string): Omit<Grant, 'settings'> {
    const identities = this.#arnOf('identity', '*');
    return {
      statements: [
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [identities, this.#arnOf('configuration-set', configurationSet)],
          conditions: { StringEquals: { 'ses:FromAddress': [from] } },
        }),
      ],
      wildcards: {
        [identities]:
          'In its sandbox SES also authorizes the recipients, which are not known in advance; a condition allows only ' +
          'the senders of this stack. Evidence: test/unit/infra/constructs/functions/serviceFunction.test.ts.',
      },
    };
  }

  #arnOf(resource: string, resourceName: string): string {
    const { SLASH_RESOURCE_NAME: arnFormat } = ArnFormat;
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName, arnFormat });
  }
}

/** Concurrency of the queue: what half of the rate needs. The other half is the stream reader's. */
const concurrencyFor = (mailsPerSecond: number): number =>
  Math.min(CONCURRENCY_MAX, Math.max(CONCURRENCY_MIN, Math.ceil(mailsPerSecond / 2 / INSTANCE_MAILS_PER_SECOND_MAX)));
