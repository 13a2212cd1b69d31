import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, S3OnFailureDestination } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

export interface StreamReaderProps {
  table: ITable;
  /** Event patterns; a record that fits one of them reaches the function, any other does not wake it. */
  patterns: Record<string, unknown>[];
  /** Where the records of a batch go, whole, that failed for good. */
  failedRecords: IBucket;
}

/** Attempts after the first, with the batch halved each time it fails as a whole. */
const RETRIES = 10;

/** Lets a function read the table's stream. DynamoDB advises at most two readers per shard: there are two. */
export function readStream(reader: IFunction, { table, patterns, failedRecords }: StreamReaderProps): void {
  reader.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(0),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: RETRIES,
      onFailure: new S3OnFailureDestination(failedRecords),
      filters: patterns.map((pattern) => FilterCriteria.filter(pattern)),
    }),
  );
}
