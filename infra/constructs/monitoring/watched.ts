import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StreamReader } from '../background/streamReader.ts';
import type { GuardedFunction } from '../functions/serviceFunction.ts';

/** What is watched, everything by the name that its alarms carry. */
export interface Watched {
  api: RestApi;
  /** A line for each request to the API. */
  accessLog: ILogGroup;
  table: ITable;
  functions: ReadonlyMap<string, IFunction>;
  /** Receives forms: its newest version is watched by itself. */
  receiver: GuardedFunction;
  /** Posts forms by the clock, if there is one. */
  probe: IFunction | undefined;
  /** Readers of the table's stream, with the id of their event source mapping. */
  readers: ReadonlyMap<string, StreamReader>;
  /** Sends notifications. */
  notifier: IFunction;
  /** Records which came back. */
  recorder: IFunction;
  /** Has the endpoints with mails to send. */
  mailQueue: IQueue;
  /** Calls webhooks. */
  webhookSender: IFunction;
  /** Has the webhooks with deliveries, apart from those that failed lately. */
  webhookQueue: IQueue;
  /** Holds removals of what deleted endpoints leave. */
  removalQueue: IQueue;
  /** Queues in which nothing should ever be. */
  deadLetters: ReadonlyMap<string, IQueue>;
}
