import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { QUEUE } from '../storage/deadLetters.ts';
import { readQueue } from './queueReader.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface IndexAndRemovalProps {
  table: ITable;
  functions: ServiceFunctions;
  /** The bucket for stream records that failed permanently, and whether to enable the mappings' metrics. */
  failedRecords: IBucket;
  isCounted: boolean;
  /** Dead-letter queue. */
  failedMessages: IQueue;
  /** Receives events that could not be handled. */
  deadLetters: IQueue;
}

const STREAM_TIMEOUT = Duration.seconds(60);
/**
 * An invocation costs nearly the same for one submission of an endpoint as for a hundred. New submissions are listed and
 * found at once; their counts in statistics, training and the removal of files come these seconds later.
 */
const INDEX_WINDOW_S = 5;
/** AWS's maximum: attempts are limited by the record's age instead, so that an outage of hours loses nothing. */
const RETRIES_MAX = 10_000;
/** Time limit of one piece of a removal, and of training with one message. */
const BACKGROUND_TIMEOUT = Duration.seconds(60);
/**
 * Memory, from `npm run bench -- --background` (docs/scale.md): at least twice the peak. The index needs so much of a
 * processor that two batches of 100 at once keep up with 900 posts a second.
 */
const MEMORY_MB = { index: 512, background: 256 } as const;
/** Concurrent messages of one queue: AWS's minimum, which is plenty. */
const AT_ONCE = 2;
/** Deliveries of a message before it goes to the dead-letter queue. */
const DELIVERIES_MAX = 10;

/**
 * Updates the page index, removes items of deleted endpoints in pieces that continue through a queue, and trains the
 * endpoints' filters.
 */
export class IndexAndRemoval extends Construct {
  readonly reader: StreamReader;
  /** Pending removals. */
  readonly queue: Queue;
  readonly #training: Queue;

  constructor(scope: Construct, id: string, props: IndexAndRemovalProps) {
    super(scope, id);
    this.queue = this.#newQueue('Queue', props);
    this.#training = this.#newQueue('Training', props);
    props.functions.provide('removalQueue', sendingTo(this.queue, 'removalQueueUrl'));
    props.functions.provide('trainingQueue', sendingTo(this.#training, 'trainingQueueUrl'));
    this.#addRemoval(props);
    this.#addTraining(props);
    this.reader = this.#addIndex(props);
  }

  #newQueue(id: string, { failedMessages }: IndexAndRemovalProps): Queue {
    return new Queue(this, id, {
      ...QUEUE,
      // AWS recommends six times the function's time limit, so that no message is redelivered while it is processed.
      visibilityTimeout: Duration.seconds(6 * BACKGROUND_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: failedMessages, maxReceiveCount: DELIVERIES_MAX },
    });
  }

  #addTraining({ functions }: IndexAndRemovalProps): void {
    const trainer = functions.add('trainFilter', {
      timeout: BACKGROUND_TIMEOUT,
      memorySize: MEMORY_MB.background,
      access: BACKGROUND_ACCESS.trainFilter,
    }).function;
    readQueue(trainer, 'TrainingMapping', { queue: this.#training, maxConcurrency: AT_ONCE });
  }

  #addRemoval({ functions, deadLetters }: IndexAndRemovalProps): void {
    // Its name must not change: deployed log groups and aliases contain it.
    const remover = functions.add('purgeEndpoint', {
      timeout: BACKGROUND_TIMEOUT,
      memorySize: MEMORY_MB.background,
      access: BACKGROUND_ACCESS.purgeEndpoint,
      // It sends itself messages to continue; AWS Lambda's loop detection would stop that after 16.
      recursiveLoop: RecursiveLoop.ALLOW,
      isAsynchronous: true,
    }).function;
    readQueue(remover, 'QueueMapping', { queue: this.queue, maxConcurrency: AT_ONCE });
    new Rule(this, 'Clock', {
      description: 'Starts the removal of submissions that their endpoints no longer keep',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [
        new LambdaTarget(remover, { event: RuleTargetInput.fromObject({ look: 'due' }), deadLetterQueue: deadLetters }),
      ],
    });
  }

  #addIndex({ table, functions, failedRecords, isCounted }: IndexAndRemovalProps): StreamReader {
    const indexer = functions.add('indexSubmissions', {
      timeout: STREAM_TIMEOUT,
      memorySize: MEMORY_MB.index,
      access: BACKGROUND_ACCESS.indexSubmissions,
      settings: { failedRecordsBucket: failedRecords.bucketName },
    }).function;
    return readStream(indexer, {
      table,
      name: 'indexSubmissions',
      failedRecords,
      isCounted,
      batchSize: 100,
      batchingWindowS: INDEX_WINDOW_S,
      retryAttempts: RETRIES_MAX,
    });
  }
}
