import { SQSClient } from '@aws-sdk/client-sqs';
import { MessageQueue } from '../runtime/messageQueue.ts';
import { requestTimeouts } from '../runtime/requestTimeouts.ts';
import { LANES, type Lane } from '../storage/deliveries/dueMessages.ts';
import { createClient } from '../storage/table/client.ts';
import { CALL_ATTEMPT_MS, CALL_ATTEMPTS, RECEIVE_ATTEMPT_MS } from './timeoutsAndRetries.ts';

/** The URLs of the lanes that a function sends to, as its settings name them. */
export type LaneUrls = Partial<Record<`${Lane}QueueUrl`, string>>;

const sqsSettings = (attemptMs: number) => ({ maxAttempts: CALL_ATTEMPTS, requestHandler: requestTimeouts(attemptMs) });

/** A client of the table with the timeouts of `timing.ts`. */
export const createDeliveryClient = () => createClient(sqsSettings(CALL_ATTEMPT_MS));

export function createLanes(urls: LaneUrls) {
  const client = new SQSClient(sqsSettings(CALL_ATTEMPT_MS));
  const receiver = new SQSClient(sqsSettings(RECEIVE_ATTEMPT_MS));
  const lanes = LANES.flatMap((lane) => {
    const url = urls[`${lane}QueueUrl`];
    return url ? [[lane, new MessageQueue(url, client, receiver)]] : [];
  });
  return Object.fromEntries(lanes) as Partial<Record<Lane, MessageQueue>>;
}
