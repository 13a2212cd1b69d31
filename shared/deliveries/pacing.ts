import type { SQSEvent } from 'aws-lambda';
import type { Lane } from './channel.ts';
import type { Pacer } from './channels/mail/pacer.ts';
import type { Batch } from './consumer.ts';
import type { Pacing } from './engine.ts';
import { HANDOVER_MS, MAIL_DELIVERY_MS, POSTING_MS, SENDING_MS, WEBHOOK_DELIVERY_MS } from './timing.ts';

/** The remaining time of an invocation. */
export interface InvocationTime {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Until the function's time limit. */
  remainingMs: () => number;
}

/** Starts mails for a few seconds at SES's rate; one endpoint gets at most one second's worth. */
export function mailPacing({ startedAt, remainingMs }: InvocationTime, pacer: Pacer): Pacing {
  const until = startedAt + SENDING_MS;
  const isTime = () => Date.now() <= until && remainingMs() > MAIL_DELIVERY_MS + HANDOVER_MS;
  return {
    perTargetMax: pacer.perSecond,
    mayStart: async () => isTime() && (await pacer.slot(until)) && isTime(),
  };
}

/** Starts webhook requests while there is time to finish them. */
export const webhookPacing = ({ startedAt, remainingMs }: InvocationTime): Pacing => ({
  perTargetMax: Number.POSITIVE_INFINITY,
  mayStart: async () => Date.now() <= startedAt + POSTING_MS && remainingMs() > WEBHOOK_DELIVERY_MS + HANDOVER_MS,
});

/** A queue's messages, in the consumer's form. */
export const messagesOf = ({ Records }: SQSEvent, lane: Lane, invocation: Pacing, startedAt = Date.now()): Batch => ({
  lane,
  messages: Records.map(({ messageId, body, receiptHandle, attributes }) => ({
    id: messageId,
    body,
    receiptHandle,
    receiveCount: Number(attributes.ApproximateReceiveCount),
  })),
  invocation,
  receiveUntil: startedAt + POSTING_MS,
});
