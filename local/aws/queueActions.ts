import { createHash } from 'node:crypto';
import { QUEUE_DELAY_S_MAX, QUEUE_MESSAGE_BYTES_MAX } from '../../shared/runtime/awsLimits.ts';
import type { Queue, Received } from './queue.ts';

interface SentMessage {
  MessageBody: string;
  DelaySeconds?: number;
  MessageGroupId?: string;
}

/** Characters that SQS does not accept (Amazon SQS API Reference, SendMessage). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The name of SQS's error for a message beyond its limits. */
function refusalOf({ MessageBody, DelaySeconds = 0 }: SentMessage): string | undefined {
  const isWithin =
    Buffer.byteLength(MessageBody) <= QUEUE_MESSAGE_BYTES_MAX && DelaySeconds >= 0 && DelaySeconds <= QUEUE_DELAY_S_MAX;
  if (!isWithin) return 'InvalidParameterValue';
  return FORBIDDEN.test(MessageBody) ? 'InvalidMessageContents' : undefined;
}

/** Performs an action of SQS, and returns its response or the name of SQS's error. */
export async function performOnQueue(
  queue: Queue,
  action: string,
  input: Record<string, unknown>,
): Promise<{ answer: Record<string, unknown> } | { refusal: string }> {
  if (action === 'DeleteMessage') {
    queue.delete(String(input.ReceiptHandle));
    return { answer: {} };
  }
  if (action === 'ReceiveMessage') {
    const { MaxNumberOfMessages = 1, WaitTimeSeconds = 0 } = input;
    const received = await queue.receiveWithin(Number(MaxNumberOfMessages), Number(WaitTimeSeconds) * 1_000);
    return { answer: { Messages: received.map(receivedMessage) } };
  }
  if (action !== 'SendMessage') return { refusal: 'UnsupportedOperation' };
  const message = input as unknown as SentMessage;
  const refusal = refusalOf(message);
  if (refusal !== undefined) return { refusal };
  const { MessageBody, DelaySeconds, MessageGroupId } = message;
  const { id } = queue.send(MessageBody, { delayS: DelaySeconds, group: MessageGroupId });
  return { answer: { MessageId: id, MD5OfMessageBody: md5Of(MessageBody) } };
}

const receivedMessage = ({ id, receipt, body, receiveCount }: Received) => ({
  MessageId: id,
  ReceiptHandle: receipt,
  Body: body,
  MD5OfBody: md5Of(body),
  Attributes: { ApproximateReceiveCount: String(receiveCount) },
});

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');
