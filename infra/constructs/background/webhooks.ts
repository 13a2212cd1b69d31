import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/timing.ts';
import { DELIVERY_ATTRIBUTES } from '../../../shared/storage/deliveryRecord.ts';
import { NOTED_ATTRIBUTES } from '../../../shared/storage/webhookParts.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import { readQueue } from './queueReader.ts';

/** Of the functions that call webhooks at once, those for webhooks that failed lately: AWS's minimum for a queue. */
export const FAILING_AT_ONCE = 2;
/** Messages of one invocation, which calls the receivers of different webhooks at the same time. */
const BATCH_SIZE = 10;
/** Up to 400 requests are open at once: see `OPEN_MAX` of the consumer. */
const MEMORY_MB = 512;

export interface WebhooksProps {
  functions: ServiceFunctions;
  queues: DeliveryQueues;
  /** Where the dashboard is that messages lead to. */
  siteUrl: string;
  /** Functions that call webhooks at once. */
  webhookConcurrency: number;
  /** Where invocations of the clock end that failed. */
  deadLetters: IQueue;
}

/** Calls webhooks, and hands messages that are due later than a queue can hold them back over to their queues. */
export class Webhooks extends Construct {
  readonly sender: IFunction;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    const { functions, queues, siteUrl, webhookConcurrency, deadLetters } = props;
    super(scope, id);
    this.sender = functions.add('sendWebhook', {
      timeout: Duration.seconds(WEBHOOK_TIME_LIMIT_S),
      memorySize: MEMORY_MB,
      tablePermissions: [
        { actions: ['BatchGetItem'], partitions: ['endpoint', 'webhooks', 'webhookSecrets'] },
        // To plan events that could not be planned as they happened.
        { actions: ['GetItem'], partitions: ['endpoint'] },
        { actions: ['Query'], partitions: ['webhooks'] },
        { actions: ['GetItem', 'Query', 'PutItem'], partitions: ['webhookDeliveries'] },
        { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: DELIVERY_ATTRIBUTES },
        // It can disable a webhook, and change nothing else of it.
        { actions: ['UpdateItem'], partitions: ['webhooks'], attributes: NOTED_ATTRIBUTES },
        { actions: ['PutItem', 'Query', 'BatchWriteItem'], partitions: ['dueMessages'] },
      ],
      needs: ['webhookQueue', 'failingWebhookQueue', 'mailQueue'],
      settings: { siteUrl },
      // It queues its own retries: AWS Lambda would stop it as a recursive loop after 16 of them.
      recursiveLoop: RecursiveLoop.ALLOW,
      isAsynchronous: true,
    }).function;
    const lanes = { batchSize: BATCH_SIZE };
    readQueue(this.sender, 'QueueMapping', {
      ...lanes,
      queue: queues.webhook,
      maxConcurrency: webhookConcurrency - FAILING_AT_ONCE,
    });
    readQueue(this.sender, 'FailingMapping', {
      ...lanes,
      queue: queues.failingWebhook,
      maxConcurrency: FAILING_AT_ONCE,
    });
    new Rule(this, 'Clock', {
      description: 'Has due messages about deliveries handed over to their queues',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new LambdaTarget(this.sender, {
          event: RuleTargetInput.fromObject({ look: 'due' }),
          deadLetterQueue: deadLetters,
        }),
      ],
    });
  }
}
