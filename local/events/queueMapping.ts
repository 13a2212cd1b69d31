import type { Queue, Received } from '../aws/queue.ts';
import { type Invoke, reportedIn } from './invocation.ts';

/** Properties of an event source mapping that matter here. */
export interface QueueMapping {
  BatchSize: number;
  ScalingConfig?: { MaximumConcurrency: number };
  FunctionResponseTypes?: string[];
}

interface QueueDelivery {
  queue: Queue;
  mapping: QueueMapping;
  invoke: Invoke;
  /** Time for which failed messages stay hidden. Default: until their visibility timeout, as on AWS. */
  retryWaitMs?: number | undefined;
  now?: number;
}

/**
 * Receives a batch, invokes the function and deletes processed messages, as AWS Lambda's event source mappings do.
 * @returns whether there was a batch
 */
export async function deliverMessages({ queue, mapping, invoke, retryWaitMs, now }: QueueDelivery): Promise<boolean> {
  const received = queue.receive(mapping.BatchSize, now);
  if (received.length === 0) return false;
  const result = await invoke({ Records: received.map((message) => queueRecord(queue, message)) });
  const ids = received.map(({ id }) => id);
  const failed = 'error' in result ? ids : failedOf(ids, reportedIn(result.payload, mapping));
  for (const { id, receipt } of received) {
    if (!failed.includes(id)) queue.delete(receipt);
    else if (retryWaitMs !== undefined) queue.changeVisibility(receipt, retryWaitMs);
  }
  return true;
}

/** An identifier that matches no message fails the batch (AWS Lambda, "Handling errors for an SQS event source"). */
const failedOf = (ids: string[], reported: unknown[]): unknown[] =>
  reported.every((id) => ids.includes(id as string)) ? reported : ids;

export const queueRecord = (
  { arn }: Pick<Queue, 'arn'>,
  { receipt, id, body, group, sentAt, receiveCount }: Received,
) => ({
  messageId: id,
  receiptHandle: receipt,
  body,
  attributes: {
    ApproximateReceiveCount: String(receiveCount),
    SentTimestamp: String(sentAt),
    ...(group !== undefined && { MessageGroupId: group }),
  },
  messageAttributes: {},
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
});
