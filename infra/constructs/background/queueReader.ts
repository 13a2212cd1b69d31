import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from '../../acknowledgements.ts';

/** All that AWS Lambda needs ("Create and configure an Amazon SQS event source mapping"), and less than CDK's grant. */
const READING = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

export interface QueueReaderProps {
  queue: IQueue;
  /** Concurrent invocations: 2 to 1,000, by AWS's limits. */
  maxConcurrency: number;
  /** Messages per invocation. Default 1, so that a message that crashes the function affects no other. */
  batchSize?: number;
}

/**
 * Lets a function read a queue. A message whose invocation fails is retried after the queue's visibility timeout.
 */
export function readQueue(
  reader: IFunction,
  id: string,
  { queue, maxConcurrency, batchSize = 1 }: QueueReaderProps,
): EventSourceMapping {
  const mapping = reader.addEventSourceMapping(id, {
    eventSourceArn: queue.queueArn,
    batchSize,
    maxConcurrency,
    reportBatchItemFailures: true,
  });
  reader.addToRolePolicy(new PolicyStatement({ actions: READING, resources: [queue.queueArn] }));
  acknowledge(mapping, 'Serverless-LambdaEventSourceMappingDestination');
  return mapping;
}
