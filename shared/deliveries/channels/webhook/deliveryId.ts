import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { WebhookEvent } from '../../../contract/schemas/webhook.ts';

/** What tells a delivery from every other. */
export interface DeliverySource {
  webhookId: string;
  submissionId: string;
  event: WebhookEvent;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** Of the stream's record, where the same may happen to a submission again and again. */
  sequence?: string | undefined;
}

const TIME_LENGTH = 10;
/** 80 bits, as much as is random in a ULID. */
const DIGEST_BYTES = 10;

/**
 * The id of a delivery, which is the `webhook-id` of all its attempts. It follows from what it is about, so that a stream
 * record that comes twice makes one delivery; and it sorts by the event's time.
 */
export function deliveryIdFor({ webhookId, submissionId, event, at, sequence = '' }: DeliverySource): string {
  const digest = createHash('sha256')
    .update([webhookId, submissionId, event, sequence].join(' '))
    .digest()
    .subarray(0, DIGEST_BYTES);
  return `msg_${encodeTime(at, TIME_LENGTH)}${digest.toString('hex').toUpperCase()}`;
}
