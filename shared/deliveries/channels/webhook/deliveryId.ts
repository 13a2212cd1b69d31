import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { WebhookEvent } from '../../../contract/schemas/webhooks/webhook.ts';

export interface DeliverySource {
  webhookId: string;
  submissionId: string;
  event: WebhookEvent;
  at: number;
  /** The stream record's sequence number, for events that can happen repeatedly. */
  sequence?: string | undefined;
}

const TIME_LENGTH = 10;
/** 80 bits, as many as are random in a ULID. */
const DIGEST_BYTES = 10;

/**
 * The id of a delivery, sent as `webhook-id` of all its attempts. It is derived from the event, so that a repeated
 * stream record yields the same delivery, and sorts by the event's time.
 */
export function deliveryIdFor({ webhookId, submissionId, event, at, sequence = '' }: DeliverySource): string {
  const digest = createHash('sha256')
    .update([webhookId, submissionId, event, sequence].join(' '))
    .digest()
    .subarray(0, DIGEST_BYTES);
  return `msg_${encodeTime(at, TIME_LENGTH)}${digest.toString('hex').toUpperCase()}`;
}
