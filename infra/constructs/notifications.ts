import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { TablePermission } from '../../shared/operations/index.ts';
import { acknowledgeWildcard } from '../acknowledgements.ts';
import { NEW_SUBMISSIONS } from '../streamPatterns.ts';
import { MailEvents } from './mailEvents.ts';
import type { ServiceFunctions } from './serviceFunctions.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface NotificationsProps {
  table: ITable;
  functions: ServiceFunctions;
  senderAddress: string;
  /** Where stream records are kept that failed for good. */
  failedRecords: IBucket;
  /** Where events about mails end that failed for good. */
  deadLetters: IQueue;
}

const STREAM_TIMEOUT = Duration.seconds(60);
const MAIL_EVENT_TIMEOUT = Duration.seconds(10);

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
  readonly configurationSet: string;

  constructor(scope: Construct, id: string, props: NotificationsProps) {
    super(scope, id);
    const { table, functions, senderAddress, failedRecords, deadLetters } = props;
    const tableName = table.tableName;
    const mailEvents = new MailEvents(this, 'MailEvents');
    this.configurationSet = mailEvents.configurationSet.configurationSetName;
    // Every identity, but only one sender.
    const identities = this.#arnOf('identity', '*');
    const sender = functions.add('notifySubmission', {
      timeout: STREAM_TIMEOUT,
      settings: { tableName, senderAddress, configurationSet: this.configurationSet },
      statements: [
        ...functions.tableStatements([
          { actions: ['GetItem'], partitions: ['endpoint', 'notification'] },
          { actions: ['PutItem', 'UpdateItem'], partitions: ['notification'] },
          ...RECORD_FAILURE,
        ]),
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [identities, this.#arnOf('configuration-set', this.configurationSet)],
          conditions: { StringEquals: { 'ses:FromAddress': senderAddress } },
        }),
      ],
    });
    acknowledgeWildcard(
      sender,
      identities,
      'In its sandbox SES checks the recipients besides the sender, and they are not known before; a condition ' +
        'allows one sender alone. Evidence: test/infra/functions.test.ts.',
    );
    this.notifier = sender.function;
    this.reader = readStream(this.notifier, { table, patterns: [NEW_SUBMISSIONS], failedRecords });
    this.recorder = functions.add('recordMailEvent', {
      timeout: MAIL_EVENT_TIMEOUT,
      settings: { tableName },
      statements: functions.tableStatements(RECORD_FAILURE),
      isAsynchronous: true,
    }).function;
    mailEvents.recordWith(this.recorder, deadLetters);
  }

  #arnOf(resource: string, resourceName: string): string {
    const { SLASH_RESOURCE_NAME: arnFormat } = ArnFormat;
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName, arnFormat });
  }
}
