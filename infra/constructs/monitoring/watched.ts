import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StreamReader } from '../background/streamReader.ts';
import type { GuardedFunction } from '../functions/serviceFunction.ts';

/** The monitored resources, by the names used in their alarms. */
export interface Watched {
  api: RestApi;
  /** The API's access log. */
  accessLog: ILogGroup;
  table: ITable;
  functions: ReadonlyMap<string, IFunction>;
  /** Receives forms; its newest version is monitored separately. */
  receiver: GuardedFunction;
  /** The scheduled probe, if any. */
  probe: IFunction | undefined;
  /** Readers of the table's stream, with the id of their event source mapping. */
  readers: ReadonlyMap<string, StreamReader>;
  /** Sends notifications. */
  notifier: IFunction;
  /** Records bounces and complaints. */
  recorder: IFunction;
  /** The queue of endpoints with mails to send. */
  mailQueue: IQueue;
  /** Calls webhooks. */
  webhookSender: IFunction;
  /** The queue of webhooks with deliveries, except those that failed lately. */
  webhookQueue: IQueue;
  /** The queue of removals. */
  removalQueue: IQueue;
  /** Queues that should always be empty. */
  deadLetters: ReadonlyMap<string, IQueue>;
}
