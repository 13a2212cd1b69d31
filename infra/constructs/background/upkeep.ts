import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import { DeadLetters } from '../storage/deadLetters.ts';
import { readQueue } from './queueReader.ts';
import { COUNTED_SUBMISSIONS, REMOVED_ENDPOINTS } from './streamPatterns.ts';
import { readStream, type StreamReader } from './streamReader.ts';

export interface UpkeepProps {
  table: ITable;
  functions: ServiceFunctions;
  /** Where stream records are kept that failed for good, and whether all are counted. */
  failedRecords: IBucket;
  isCounted: boolean;
}

const STREAM_TIMEOUT = Duration.seconds(60);
/** The most that AWS allows: what ends the attempts is the record's age, so that an outage of hours loses nothing. */
const RETRIES_MAX = 10_000;
/** Time that one piece of a removal may take. */
const PURGE_TIMEOUT = Duration.seconds(60);
/** Endpoints whose remains are removed at the same time: AWS's least, which is plenty. */
const PURGES_AT_ONCE = 2;
/** Deliveries of a message before it is put aside. */
const DELIVERIES_MAX = 10;

/** Keeps the page index, and removes what a deleted endpoint leaves, in pieces that a queue hands on. */
export class Upkeep extends Construct {
  readonly reader: StreamReader;
  /** Pieces of removals that failed again and again. */
  readonly failed: Queue;
  /** Removals that wait. */
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: UpkeepProps) {
    super(scope, id);
    this.failed = new DeadLetters(this, 'Failed');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // AWS advises six times the function's time limit, so that no message comes back while it is worked on.
      visibilityTimeout: Duration.seconds(6 * PURGE_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: this.failed, maxReceiveCount: DELIVERIES_MAX },
    });
    this.#addPurge(props);
    this.reader = this.#addIndex(props);
  }

  #addPurge({ table, functions }: UpkeepProps): void {
    const purger = functions.add('purgeEndpoint', {
      timeout: PURGE_TIMEOUT,
      settings: { tableName: table.tableName, purgeQueueUrl: this.queue.queueUrl },
      statements: [
        ...functions.tableStatements([
          // By their keys alone: it can read no submission, and what it could put is empty.
          { actions: ['GetItem', 'Query', 'BatchWriteItem'], partitions: ['endpoint', 'index'], attributes: [] },
        ]),
        this.#sendStatement(),
      ],
      // It hands on the rest of its work to itself; AWS Lambda would stop that after 16 pieces.
      recursiveLoop: RecursiveLoop.ALLOW,
    }).function;
    readQueue(purger, 'QueueMapping', { queue: this.queue, maxConcurrency: PURGES_AT_ONCE });
  }

  #addIndex({ table, functions, failedRecords, isCounted }: UpkeepProps): StreamReader {
    const indexer = functions.add('indexSubmissions', {
      timeout: STREAM_TIMEOUT,
      settings: { tableName: table.tableName, purgeQueueUrl: this.queue.queueUrl },
      statements: [
        ...functions.tableStatements([
          { actions: ['GetItem', 'UpdateItem', 'PutItem'], partitions: ['index'] },
          // By their keys alone: of submissions it reads what the stream brings, and nothing else.
          { actions: ['GetItem', 'Query', 'ConditionCheckItem'], partitions: ['endpoint'], attributes: [] },
        ]),
        this.#sendStatement(),
      ],
    }).function;
    const patterns = [COUNTED_SUBMISSIONS, REMOVED_ENDPOINTS];
    const limits = { batchSize: 100, retryAttempts: RETRIES_MAX };
    return readStream(indexer, { table, patterns, failedRecords, isCounted, ...limits });
  }

  #sendStatement(): PolicyStatement {
    return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] });
  }
}
