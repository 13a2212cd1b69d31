import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { recordKeyOf } from '../../../shared/changes/change.ts';
import {
  endpointIdOf,
  SORT_PREFIX,
  submissionIdOf,
  submissionKeyOfPending,
} from '../../../shared/storage/table/itemKeys.ts';

export interface RecordStore {
  names(): AsyncIterable<string>;
  /** @returns undefined if it is gone */
  read(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

interface FailedSubmission {
  submissionId: string;
  endpointId: string;
}

/** AWS Lambda's record of a stream batch that failed for good, which includes the whole event. */
const InvocationRecord = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  timestamp: z.string().default(''),
  payload: z.union([z.string().transform((text): unknown => JSON.parse(text)), z.looseObject({})]),
});
const StreamEvent = z.object({ Records: z.array(z.looseObject({})) });

/** A stream batch that one reader failed to process permanently. */
export interface FailedBatch {
  name: string;
  failedAt: string;
  /** True if `notifySubmission` failed; otherwise `indexSubmissions`. */
  isNotifiers: boolean;
  records: DynamoDBRecord[];
  /** The submissions of a batch of `notifySubmission`. */
  submissions: FailedSubmission[];
}

/** The failed batches of both readers, oldest name first; undefined for an object that is not a batch. */
export async function* failedBatches(store: RecordStore, notifierArn: string): AsyncGenerator<FailedBatch | undefined> {
  for await (const name of store.names()) {
    const json = await store.read(name);
    // Another redrive has removed it since it was listed.
    if (json === undefined) continue;
    const batch = batchOf(name, json, notifierArn);
    if (!batch) console.error(`${name}: it is no failed batch of stream records, and stays in the bucket`);
    yield batch;
  }
}

function batchOf(name: string, json: string, notifierArn: string): FailedBatch | undefined {
  try {
    const { requestContext, timestamp, payload } = InvocationRecord.parse(JSON.parse(json));
    const records = StreamEvent.parse(payload).Records as unknown as DynamoDBRecord[];
    const isNotifiers = isOf(notifierArn, requestContext.functionArn);
    const submissions = isNotifiers ? records.map(failedSubmissionOf) : [];
    return { name, failedAt: timestamp, isNotifiers, records, submissions };
  } catch {
    return undefined;
  }
}

export function failedSubmissionOf(record: DynamoDBRecord): FailedSubmission {
  const key = recordKeyOf(record);
  const keys = key.SK.startsWith(SORT_PREFIX.pending) ? submissionKeyOfPending(key) : key;
  return { submissionId: submissionIdOf(keys), endpointId: endpointIdOf(keys) };
}

/** A version or alias may follow the function's ARN. */
const isOf = (functionArn: string, arn: string): boolean => arn === functionArn || arn.startsWith(`${functionArn}:`);
