import { HOPS_HEADER } from '../../../contract/headers.ts';
import { SubmissionWithData } from '../../../contract/schemas/submission.ts';
import type { WebhookEvent } from '../../../contract/schemas/webhook.ts';
import { isoTimeOf } from '../../../contract/time.ts';
import type { StoredSubmission } from '../../../storage/submissions.ts';
import { signatureOf } from './signatures.ts';

/** What is posted to a receiver, as Standard Webhooks 1.0.0 has it. */
export interface WebhookMessage {
  id: string;
  type: WebhookEvent | 'webhook.test';
  /** When it happened, as the contract writes it. */
  at: string;
  data: object;
  /** Deliveries that led to the event, before this one. */
  hops: number;
}

/** Says who calls. */
const USER_AGENT = 'FormsBackend-Webhooks/1.0';

/** The request that brings a message. @param secrets that which is valid, and the one before it while that counts */
export function requestOf({ id, type, at, data, hops }: WebhookMessage, secrets: readonly string[], now: number) {
  const body = JSON.stringify({ type, timestamp: isoTimeOf(at), data });
  const timestamp = Math.floor(now / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body, secrets }),
    [HOPS_HEADER]: String(hops + 1),
  };
  return { body, headers };
}

/** A submission as the API gives it: at most 50,000 bytes, and what is known about it. */
export const submissionData = (submission: StoredSubmission): object => SubmissionWithData.parse(submission);

/** All that is left of a deleted one. */
export const deletedData = (endpointId: string, submissionId: string): object => ({ id: submissionId, endpointId });
