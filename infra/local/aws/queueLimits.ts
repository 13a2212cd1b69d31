import { QUEUE_BATCH_MAX, QUEUE_DELAY_S_MAX, QUEUE_MESSAGE_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';

interface Entry {
  MessageBody: string;
  DelaySeconds?: number;
}

/** Characters that SQS does not accept (Amazon SQS API Reference, SendMessage). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The name of SQS's error for sending these messages; undefined if they are within its limits. */
export function queueRefusal(input: object): string | undefined {
  const isBatch = 'Entries' in input;
  const entries = (isBatch ? input.Entries : [input]) as Entry[];
  if (entries.length === 0) return 'EmptyBatchRequest';
  if (entries.length > QUEUE_BATCH_MAX) return 'TooManyEntriesInBatchRequest';
  const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  if (bytes > QUEUE_MESSAGE_BYTES_MAX) return isBatch ? 'BatchRequestTooLong' : 'InvalidParameterValue';
  if (entries.some(({ DelaySeconds = 0 }) => DelaySeconds < 0 || DelaySeconds > QUEUE_DELAY_S_MAX))
    return 'InvalidParameterValue';
  return entries.some(({ MessageBody }) => FORBIDDEN.test(MessageBody)) ? 'InvalidMessageContents' : undefined;
}
