import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { keysOf } from '../../../shared/changes/change.ts';
import { endpointIdOf, submissionIdOf } from '../../../shared/storage/itemKeys.ts';

/** Where invocation records are kept, each under a name. */
export interface RecordStore {
  names(): AsyncIterable<string>;
  read(name: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** A submission whose stream record could not be handled. */
export interface FailedSubmission {
  submissionId: string;
  endpointId: string;
}

/** What AWS Lambda keeps of a batch of stream records that failed for good: among other things the whole event. */
const InvocationRecord = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  timestamp: z.string().default(''),
  payload: z.union([z.string().transform((text): unknown => JSON.parse(text)), z.looseObject({})]),
});
const StreamEvent = z.object({ Records: z.array(z.looseObject({})) });

/** A batch of stream records with which one of the stream's readers failed for good. */
export interface FailedBatch {
  name: string;
  failedAt: string;
  /** Whether it was `notifySubmission`; otherwise it was `indexSubmissions`. */
  isNotifiers: boolean;
  records: DynamoDBRecord[];
}

/** The batches of both readers, oldest name first. */
export async function* failedBatches(store: RecordStore, notifierArn: string): AsyncGenerator<FailedBatch> {
  for await (const name of store.names()) {
    const { requestContext, timestamp, payload } = InvocationRecord.parse(JSON.parse(await store.read(name)));
    const { Records } = StreamEvent.parse(payload);
    const isNotifiers = isOf(notifierArn, requestContext.functionArn);
    yield { name, failedAt: timestamp, isNotifiers, records: Records as DynamoDBRecord[] };
  }
}

/** The submission that a stream record is about. */
export function failedSubmissionOf(record: DynamoDBRecord): FailedSubmission {
  const keys = keysOf(record);
  return { submissionId: submissionIdOf(keys), endpointId: endpointIdOf(keys) };
}

/** The name of a version or an alias may stand behind the function's. */
const isOf = (functionArn: string, arn: string): boolean => arn === functionArn || arn.startsWith(`${functionArn}:`);
