import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENTRY_ATTRIBUTES } from '../../../shared/pageIndex/flagCounts.ts';
import { PARTITIONS_OF_REMOVAL } from '../../../shared/storage/itemKinds.ts';
import { FILTER_ATTRIBUTES } from '../../../shared/storage/learnedFilters.ts';
import { LEARNING_ATTRIBUTES } from '../../../shared/storage/learning.ts';
import { SPAM_MARK_ATTRIBUTES } from '../../../shared/storage/submissions.ts';
import { RETENTION_DAYS } from '../../retention.ts';
import { type ServiceFunctions, sendingTo } from '../functions/serviceFunctions.ts';
import { readQueue } from './queueReader.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface IndexAndRemovalProps {
  table: ITable;
  functions: ServiceFunctions;
  /** Where stream records are kept that failed for good, and whether all are counted. */
  failedRecords: IBucket;
  isCounted: boolean;
  /** Takes messages that failed too often. */
  failedMessages: IQueue;
}

const STREAM_TIMEOUT = Duration.seconds(60);
/**
 * An invocation costs nearly the same for one submission of an endpoint as for a hundred. New submissions are listed and
 * found at once; their counts in statistics, training and the removal of files come these seconds later.
 */
const INDEX_WINDOW_S = 5;
/** AWS's maximum: attempts end by the record's age instead, so that an outage of hours loses nothing. */
const RETRIES_MAX = 10_000;
/** Time limit of one piece of a removal, and of the training with one message. */
const BACKGROUND_TIMEOUT = Duration.seconds(60);
/** Messages of one queue that are handled at the same time: AWS's minimum, which is plenty. */
const AT_ONCE = 2;
/** Deliveries of a message before it is put aside. */
const DELIVERIES_MAX = 10;

/**
 * Updates the page index, removes the items of deleted endpoints in pieces that continue through a queue, and trains the
 * filters of endpoints.
 */
export class IndexAndRemoval extends Construct {
  readonly reader: StreamReader;
  /** Removals that wait. */
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
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_DAYS.messages),
      // AWS advises six times the function's time limit, so that no message comes back while it is worked on.
      visibilityTimeout: Duration.seconds(6 * BACKGROUND_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: failedMessages, maxReceiveCount: DELIVERIES_MAX },
    });
  }

  #addTraining({ functions }: IndexAndRemovalProps): void {
    const trainer = functions.add('trainFilter', {
      timeout: BACKGROUND_TIMEOUT,
      tablePermissions: [
        // What was sent and how it was marked; what filters know, and what they learned each submission as.
        { actions: ['BatchGetItem'], partitions: ['endpoint'], attributes: SPAM_MARK_ATTRIBUTES },
        { actions: ['Query'], partitions: ['endpoint'], attributes: ['spamFilter', ...FILTER_ATTRIBUTES] },
        {
          actions: ['UpdateItem', 'ConditionCheckItem'],
          partitions: ['endpoint'],
          attributes: [...FILTER_ATTRIBUTES, ...LEARNING_ATTRIBUTES],
        },
      ],
    }).function;
    readQueue(trainer, 'TrainingMapping', { queue: this.#training, maxConcurrency: AT_ONCE });
  }

  #addRemoval({ functions }: IndexAndRemovalProps): void {
    // The function keeps its name in deployed stacks, where its log group and its alias carry it.
    const remover = functions.add('purgeEndpoint', {
      timeout: BACKGROUND_TIMEOUT,
      tablePermissions: [
        // By their keys alone: it can read no submission, and what it could put is empty.
        { actions: ['GetItem', 'Query', 'BatchWriteItem'], partitions: PARTITIONS_OF_REMOVAL, attributes: [] },
      ],
      objectPermissions: [
        { actions: ['ListBucket', 'DeleteObject'], kind: 'files' },
        { actions: ['ListBucket', 'DeleteObject'], kind: 'uploads' },
      ],
      needs: ['removalQueue'],
      // It sends itself messages to continue; AWS Lambda would stop that after 16 pieces.
      recursiveLoop: RecursiveLoop.ALLOW,
    }).function;
    readQueue(remover, 'QueueMapping', { queue: this.queue, maxConcurrency: AT_ONCE });
  }

  #addIndex({ table, functions, failedRecords, isCounted }: IndexAndRemovalProps): StreamReader {
    const indexer = functions.add('indexSubmissions', {
      timeout: STREAM_TIMEOUT,
      tablePermissions: [
        { actions: ['GetItem', 'UpdateItem', 'PutItem'], partitions: ['index'] },
        // Of submissions it reads the states that it counts; what was sent only the stream brings.
        {
          actions: ['GetItem', 'Query', 'ConditionCheckItem'],
          partitions: ['endpoint'],
          attributes: ENTRY_ATTRIBUTES,
        },
      ],
      needs: ['removalQueue', 'trainingQueue'],
      settings: { failedRecordsBucket: failedRecords.bucketName },
    }).function;
    return readStream(indexer, {
      ...{ table, name: 'indexSubmissions', failedRecords, isCounted },
      ...{ batchSize: 100, parallelBatches: 2, batchingWindowS: INDEX_WINDOW_S, retryAttempts: RETRIES_MAX },
    });
  }
}
