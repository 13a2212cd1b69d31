import type { DynamoDBRecord } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import { type Change, changeOf } from './change.ts';
import type { FailedRecordsBucket, FailedWork } from './failedRecords.ts';

export interface ReadRecords {
  changes: Change[];
  /** Sequence numbers of records for the stream to retry. */
  retried: string[];
}

/**
 * Parses stream records one by one, and sets aside those that cannot be parsed, since a retry would not help.
 * @param functionArn the reader's
 */
export async function readRecords(
  records: readonly DynamoDBRecord[],
  functionArn: string,
  failedRecords: Pick<FailedRecordsBucket, 'put'>,
): Promise<ReadRecords> {
  const changes: Change[] = [];
  const retried: string[] = [];
  for (const record of records) {
    try {
      const change = changeOf(record);
      if (change) changes.push(change);
    } catch (error) {
      retried.push(
        ...(await putAside({ functionArn, work: 'read', about: 'record', records: [record], error }, failedRecords)),
      );
    }
  }
  return { changes, retried };
}

/** Sets records aside. @returns the sequence numbers of those that could not be stored */
export async function putAside(failed: FailedWork, bucket: Pick<FailedRecordsBucket, 'put'>): Promise<string[]> {
  try {
    await bucket.put(failed);
    return [];
  } catch (error) {
    log('error', 'stream records could not be put aside', { about: failed.about, work: failed.work }, error);
    return failed.records.flatMap(({ dynamodb }) => dynamodb?.SequenceNumber ?? []);
  }
}
