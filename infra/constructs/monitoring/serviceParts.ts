import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FormsApi } from '../api/formsApi.ts';
import type { DeliveryQueues } from '../background/deliveryQueues.ts';
import type { IndexAndRemoval } from '../background/indexAndRemoval.ts';
import type { Notifications } from '../background/notifications.ts';
import type { SignInMail } from '../background/signInMail.ts';
import type { StreamReader } from '../background/streamReader.ts';
import type { Webhooks } from '../background/webhooks.ts';
import type { GuardedFunction } from '../functions/serviceFunction.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { FormProbe } from './formProbe.ts';

/** The parts of the stack that alarms, dashboard and canary deployments need. */
export interface ServiceParts {
  api: FormsApi;
  table: ITable;
  functions: ServiceFunctions;
  /** Receives forms; its newest version is monitored separately. */
  receiver: GuardedFunction;
  probe: FormProbe | undefined;
  notifications: Notifications;
  indexAndRemoval: IndexAndRemoval;
  queues: DeliveryQueues;
  webhooks: Webhooks;
  signInMail: SignInMail;
  /** Events and mails that could not be processed. */
  deadLetters: IQueue;
}

/** Readers of the table's stream, by the names used in their alarms. */
export const readersIn = ({ notifications, indexAndRemoval }: ServiceParts): [string, StreamReader][] => [
  ['notifySubmission', notifications.reader],
  ['indexSubmissions', indexAndRemoval.reader],
];

/** Queues that should always be empty, by the names used in their alarms. */
export const emptyQueuesIn = ({ deadLetters, queues }: ServiceParts): [string, IQueue][] => [
  ['events', deadLetters],
  ['messages', queues.failed],
];
