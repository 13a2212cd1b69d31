import * as z from 'zod';
import { endpointIdOf, submissionIdOf } from '../../../shared/storage/itemKeys.ts';
import { keysOf } from '../../../shared/storage/streamRecords.ts';

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

/** A batch of stream records that failed for good. */
export interface FailedBatch {
  name: string;
  failedAt: string;
  submissions: FailedSubmission[];
}

/** The batches of one function, oldest name first; those of other functions are left out. */
export async function* failedBatches(store: RecordStore, functionArn: string): AsyncGenerator<FailedBatch> {
  for await (const name of store.names()) {
    const { requestContext, timestamp, payload } = InvocationRecord.parse(JSON.parse(await store.read(name)));
    if (!isOf(functionArn, requestContext.functionArn)) continue;
    const { Records } = StreamEvent.parse(payload);
    const submissions = Records.map((record) => {
      const keys = keysOf(record as Parameters<typeof keysOf>[0]);
      return { submissionId: submissionIdOf(keys), endpointId: endpointIdOf(keys) };
    });
    yield { name, failedAt: timestamp, submissions };
  }
}

/** The name of a version or an alias may stand behind the function's. */
const isOf = (functionArn: string, arn: string): boolean => arn === functionArn || arn.startsWith(`${functionArn}:`);
