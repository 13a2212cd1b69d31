import type { EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from '../../acknowledgements.ts';

export interface QueueReaderProps {
  queue: IQueue;
  /** Invocations at the same time: 2 to 1,000, by AWS's limits. */
  maxConcurrency: number;
}

/**
 * Lets a function read a queue, one message in each invocation: a message that kills it takes no other with it. A
 * message whose invocation fails comes back after the queue's visibility timeout.
 */
export function readQueue(
  reader: IFunction,
  id: string,
  { queue, maxConcurrency }: QueueReaderProps,
): EventSourceMapping {
  const mapping = reader.addEventSourceMapping(id, {
    eventSourceArn: queue.queueArn,
    batchSize: 1,
    maxConcurrency,
    reportBatchItemFailures: true,
  });
  queue.grantConsumeMessages(reader);
  acknowledge(mapping, 'Serverless-LambdaEventSourceMappingDestination');
  return mapping;
}
