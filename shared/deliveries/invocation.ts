import type { SQSEvent } from 'aws-lambda';
import type { Lane } from '../storage/deliveries/dueMessages.ts';
import type { Batch } from './consumer.ts';
import type { Pacing } from './engine.ts';

export interface InvocationTime {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Until the function's time limit. */
  remainingMs: () => number;
}

export const messagesOf = ({ Records }: SQSEvent, lane: Lane, invocation: Pacing): Batch => ({
  lane,
  messages: Records.map(({ messageId, body, receiptHandle, attributes }) => ({
    id: messageId,
    body,
    receiptHandle,
    receiveCount: Number(attributes.ApproximateReceiveCount),
  })),
  invocation,
});
