import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StreamReader } from '../background/streamReader.ts';

/** What is watched, everything by the name that its alarms carry. */
export interface Watched {
  api: RestApi;
  table: ITable;
  functions: ReadonlyMap<string, IFunction>;
  /** Readers of the table's stream, with the id of their event source mapping. */
  readers: ReadonlyMap<string, StreamReader>;
  /** Sends notifications. */
  notifier: IFunction;
  /** Records which came back. */
  recorder: IFunction;
  /** Holds notifications that are to be sent later. */
  notificationQueue: IQueue;
  /** Queues in which nothing should ever be. */
  deadLetters: ReadonlyMap<string, IQueue>;
}
