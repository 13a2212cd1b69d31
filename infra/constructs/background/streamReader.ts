import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  FilterCriteria,
  type IEventSourceDlq,
  type IFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { patternsFor, type StreamReaderName } from '../../../shared/changes/kinds.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';

export interface StreamReaderProps {
  table: ITable;
  /** The reader's name, by which the changes it gets are declared. */
  name: StreamReaderName;
  /** The bucket for records that failed permanently. */
  failedRecords: IBucket;
  /** Most records per invocation. */
  batchSize: number;
  /** Seconds to gather records after the first one; 0 if left out. A full batch does not wait. */
  batchingWindowS?: number;
  /** Retries of a batch that cannot be split further. Splitting does not count as a retry. */
  retryAttempts: number;
  /** True to enable the mapping's metrics: six at 0.30 US dollars a month each. */
  isCounted: boolean;
}

/** A reader of the table's stream, with the id of its event source mapping. */
export interface StreamReader {
  reader: IFunction;
  mappingId: string;
}

/** Concurrent batches per shard. Changes with the same partition key stay in order. */
export const BATCHES_AT_ONCE = 2;

/** The stream keeps a record for 24 hours: it is put aside two hours before it expires. */
const RECORD_AGE_MAX = Duration.hours(RETENTION_DAYS.stream * 24 - 2);

/** Lets a function read the table's stream. DynamoDB recommends at most two readers per shard: there are two. */
export function readStream(reader: IFunction, props: StreamReaderProps): StreamReader {
  const { table, name, failedRecords, batchSize, batchingWindowS = 0, retryAttempts, isCounted } = props;
  const source = new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize,
    parallelizationFactor: BATCHES_AT_ONCE,
    maxBatchingWindow: Duration.seconds(batchingWindowS),
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts,
    maxRecordAge: RECORD_AGE_MAX,
    ...(isCounted && { metricsConfig: { metrics: [MetricType.EVENT_COUNT] } }),
    onFailure: toBucket(failedRecords),
    filters: patternsFor(name).map((pattern) => FilterCriteria.filter(pattern)),
  });
  reader.addEventSource(source);
  return { reader, mappingId: source.eventSourceMappingId };
}

/** The CDK's own destination also allows reading and deleting; the function only needs to write. */
const toBucket = (bucket: IBucket): IEventSourceDlq => ({
  bind: (_mapping, reader) => {
    const objects = bucket.arnForObjects('*');
    reader.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: [objects] }));
    reader.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
    const reason = 'AWS Lambda names the object after the failed batch and its time.';
    acknowledgeWildcard(reader.role ?? reader, objects, reason);
    return { destination: bucket.bucketArn };
  },
});
