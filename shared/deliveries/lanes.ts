import { SQSClient } from '@aws-sdk/client-sqs';
import { MessageQueue } from '../runtime/messageQueue.ts';
import { requestTimeouts } from '../runtime/requestTimeouts.ts';
import { createClient } from '../storage/table.ts';
import type { Lane } from './channel.ts';
import { CALL_ATTEMPT_MS, CALL_ATTEMPTS, RECEIVE_ATTEMPT_MS } from './timing.ts';

/** The queues' URLs by lane. */
export interface LaneUrls {
  mailQueueUrl?: string;
  webhookQueueUrl?: string;
  failingWebhookQueueUrl?: string;
}

const sqsSettings = (attemptMs: number) => ({
  maxAttempts: CALL_ATTEMPTS,
  requestHandler: requestTimeouts(attemptMs),
});

/** A client of the table with the timeouts of `timing.ts`. */
export const createDeliveryClient = () => createClient(sqsSettings(CALL_ATTEMPT_MS));

export function createLanes({ mailQueueUrl, webhookQueueUrl, failingWebhookQueueUrl }: LaneUrls) {
  const client = new SQSClient(sqsSettings(CALL_ATTEMPT_MS));
  const receiver = new SQSClient(sqsSettings(RECEIVE_ATTEMPT_MS));
  const urls = { mail: mailQueueUrl, webhook: webhookQueueUrl, failingWebhook: failingWebhookQueueUrl };
  const lanes = Object.entries(urls).flatMap(([lane, url]) =>
    url ? [[lane, new MessageQueue(url, client, receiver)]] : [],
  );
  return Object.fromEntries(lanes) as Partial<Record<Lane, MessageQueue>>;
}
