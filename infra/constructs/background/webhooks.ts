import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import { FAILING_AT_ONCE } from '../../settings.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import { readQueue } from './queueReader.ts';

/** Messages per invocation, which calls different webhooks concurrently. */
const BATCH_SIZE = 10;
/** Up to 400 concurrent requests: see `OPEN_MAX` of the consumer. */
const MEMORY_MB = 512;

export interface WebhooksProps {
  functions: ServiceFunctions;
  queues: DeliveryQueues;
  /** The dashboard's URL, for links in messages. */
  siteUrl: string;
  /** Concurrent functions that call webhooks. */
  webhookConcurrency: number;
  /** Queue for scheduled invocations that failed. */
  deadLetters: IQueue;
}

/** Calls webhooks, and moves messages due later than a queue's longest delay to their queues. */
export class Webhooks extends Construct {
  readonly sender: IFunction;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    const { functions, queues, siteUrl, webhookConcurrency, deadLetters } = props;
    super(scope, id);
    this.sender = functions.add('sendWebhook', {
      timeout: Duration.seconds(WEBHOOK_TIME_LIMIT_S),
      memorySize: MEMORY_MB,
      access: BACKGROUND_ACCESS.sendWebhook,
      settings: { siteUrl },
      // It queues its own retries: AWS Lambda's loop detection would stop it after 16.
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
      description: 'Moves due messages about deliveries to their queues',
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
