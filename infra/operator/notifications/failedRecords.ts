import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { recordKeyOf } from '../../../shared/changes/change.ts';
import { endpointIdOf, SORT_PREFIX, submissionIdOf, submissionKeyOfPending } from '../../../shared/storage/itemKeys.ts';

export interface RecordStore {
  names(): AsyncIterable<string>;
  read(name: string): Promise<string>;
  remove(name: string): Promise<void>;
}

export interface FailedSubmission {
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

/** A stream batch that failed for good in one reader. */
export interface FailedBatch {
  name: string;
  failedAt: string;
  /** Whether `notifySubmission` failed; otherwise `indexSubmissions`. */
  isNotifiers: boolean;
  records: DynamoDBRecord[];
}

/** The failed batches of both readers, oldest name first. */
export async function* failedBatches(store: RecordStore, notifierArn: string): AsyncGenerator<FailedBatch> {
  for await (const name of store.names()) {
    const { requestContext, timestamp, payload } = InvocationRecord.parse(JSON.parse(await store.read(name)));
    const { Records } = StreamEvent.parse(payload);
    const isNotifiers = isOf(notifierArn, requestContext.functionArn);
    yield { name, failedAt: timestamp, isNotifiers, records: Records as DynamoDBRecord[] };
  }
}

export function failedSubmissionOf(record: DynamoDBRecord): FailedSubmission {
  const key = recordKeyOf(record);
  const keys = key.SK.startsWith(SORT_PREFIX.pending) ? submissionKeyOfPending(key) : key;
  return { submissionId: submissionIdOf(keys), endpointId: endpointIdOf(keys) };
}

/** A version or alias may follow the function's ARN. */
const isOf = (functionArn: string, arn: string): boolean => arn === functionArn || arn.startsWith(`${functionArn}:`);
