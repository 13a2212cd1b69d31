import type { DynamoDBRecord } from 'aws-lambda';
import { FileBucket } from '../files/fileBucket.ts';
import { log } from '../runtime/log.ts';

export interface FailedWork {
  functionArn: string;
  /** The work that failed, such as `index`, and its endpoint. */
  work: string;
  about: string;
  records: readonly DynamoDBRecord[];
  error: unknown;
}

/**
 * Stores failed records in a bucket, in the format in which AWS Lambda stores failed batches. Idempotent: a retry
 * overwrites the same object.
 * @throws StorageUnavailable
 */
export type StoreFailed = (failed: FailedWork) => Promise<void>;

export function storeFailedIn(bucketName: string): StoreFailed {
  const bucket = FileBucket.named(bucketName);
  return async ({ functionArn, work, about, records, error }) => {
    const [first] = records;
    const key = `put-aside/${about}-${work}-${first?.dynamodb?.SequenceNumber ?? ''}.json`;
    const content = {
      requestContext: { functionArn, condition: work },
      timestamp: new Date().toISOString(),
      payload: { Records: records },
    };
    await bucket.put(key, new TextEncoder().encode(JSON.stringify(content)));
    log('error', 'stream records were put aside', { about, work, records: records.length }, error);
  };
}
