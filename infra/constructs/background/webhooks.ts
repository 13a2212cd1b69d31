import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { DeduplicationScope, FifoThroughputLimit, type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  RECEIVES_MAX,
  TIME_LIMIT_S,
  VISIBILITY_TIMEOUT_S,
} from '../../../shared/deliveries/channels/webhook/timing.ts';
import { DELIVERY_ATTRIBUTES } from '../../../shared/storage/webhookDeliveries.ts';
import { NOTED_ATTRIBUTES } from '../../../shared/storage/webhookParts.ts';
import { RETENTION_DAYS } from '../../retention.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { DeadLetters } from '../storage/deadLetters.ts';
import { readQueue } from './queueReader.ts';

/** Attempts under way at once, of all webhooks; of one webhook it is one, because a webhook is the queue's group. */
export const ATTEMPTS_AT_ONCE = 20;
/** Those that hand over what waited: AWS's minimum, which is plenty. */
const WAKE_UPS_AT_ONCE = 2;
/** It mostly waits for receivers: the less memory, the less that costs. */
const MEMORY_MB = 256;

/** Settings that both queues share. */
const QUEUE = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(RETENTION_DAYS.messages),
  visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUT_S),
};

/** The queues of deliveries to webhooks. They come before the functions that put something into them. */
export class WebhookQueues extends Construct {
  /** Turns that are to be taken now, one of each webhook at a time. */
  readonly turns: Queue;
  /** Turns that are to be taken in a while. */
  readonly waits: Queue;
  /** What failed again and again, by queue. */
  readonly failedTurns: Queue;
  readonly failedWaits: Queue;

  constructor(scope: Construct, id: string, { functions }: { functions: ServiceFunctions }) {
    super(scope, id);
    this.failedTurns = new DeadLetters(this, 'FailedTurns', { fifo: true });
    this.failedWaits = new DeadLetters(this, 'FailedWaits');
    this.turns = new Queue(this, 'Turns', {
      ...QUEUE,
      fifo: true,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      deadLetterQueue: { queue: this.failedTurns, maxReceiveCount: RECEIVES_MAX },
    });
    this.waits = new Queue(this, 'Waits', {
      ...QUEUE,
      deadLetterQueue: { queue: this.failedWaits, maxReceiveCount: RECEIVES_MAX },
    });
    functions.provide('webhookTurns', sendingTo(this.turns, 'webhookTurnsUrl'));
    functions.provide('webhookWaits', sendingTo(this.waits, 'webhookWaitsUrl'));
  }
}

export interface WebhooksProps {
  functions: ServiceFunctions;
  queues: WebhookQueues;
  /** Where the dashboard is that messages lead to. */
  siteUrl: string;
  /** Where a wake-up ends that could not be handed over. */
  deadLetters: IQueue;
}

/** Sends events to webhooks. */
export class Webhooks extends Construct {
  readonly sender: IFunction;

  constructor(scope: Construct, id: string, { functions, queues, siteUrl, deadLetters }: WebhooksProps) {
    super(scope, id);
    this.sender = functions.add('sendWebhook', {
      timeout: Duration.seconds(TIME_LIMIT_S),
      memorySize: MEMORY_MB,
      tablePermissions: [
        { actions: ['BatchGetItem'], partitions: ['endpoint', 'webhooks', 'webhookSecrets'] },
        { actions: ['GetItem'], partitions: ['webhooks'] },
        // It can switch a webhook off, and lead it nowhere else.
        {
          actions: ['UpdateItem'],
          partitions: ['webhooks'],
          attributes: [...DELIVERY_ATTRIBUTES, ...NOTED_ATTRIBUTES],
          returnsItem: true,
        },
        { actions: ['PutItem', 'Query', 'BatchWriteItem'], partitions: ['dueDeliveries'] },
      ],
      // By mail it tells who ought to know that a webhook was switched off.
      needs: ['webhookTurns', 'webhookWaits', 'notificationQueue'],
      settings: { siteUrl },
      // It sends itself what is to be tried again; AWS Lambda would stop that after 16 times.
      recursiveLoop: RecursiveLoop.ALLOW,
      isAsynchronous: true,
    }).function;
    readQueue(this.sender, 'TurnsMapping', { queue: queues.turns, maxConcurrency: ATTEMPTS_AT_ONCE });
    readQueue(this.sender, 'WaitsMapping', { queue: queues.waits, maxConcurrency: WAKE_UPS_AT_ONCE });
    new Rule(this, 'Clock', {
      description: 'Has due deliveries to webhooks looked for',
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
