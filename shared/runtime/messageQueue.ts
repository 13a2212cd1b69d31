import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** SQS's limit for a delay. */
const DELAY_S_MAX = 900;
/** SQS's limit for a batch. */
const BATCH_MESSAGES = 10;

/** A message and when it is to be handed out. */
export interface OutgoingMessage {
  body: string;
  /** Whose message it is: a queue that many share hands out those of the least busy group first. */
  group?: string | undefined;
  /** What a FIFO queue knows a message by that is sent twice: it takes one in five minutes. There is no delay then. */
  deduplicationId?: string;
  /** Seconds until it may be handed out, served as at most 900. */
  delayS?: number;
}

/** A queue of Amazon SQS, to send to. */
export class MessageQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(url: string, client: SQSClient) {
    this.#client = client;
    this.#url = url;
  }

  async send(message: OutgoingMessage): Promise<void> {
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#url, ...entryOf(message) }));
  }

  /**
   * Sends messages, ten in a request, the requests side by side. Does not throw.
   * @returns the messages that may not have been sent
   */
  async sendAll<T extends OutgoingMessage>(messages: T[]): Promise<T[]> {
    const batches = Array.from({ length: Math.ceil(messages.length / BATCH_MESSAGES) }, (_, i) =>
      messages.slice(i * BATCH_MESSAGES, (i + 1) * BATCH_MESSAGES),
    );
    return (await Promise.all(batches.map((batch) => this.#sendBatch(batch)))).flat();
  }

  async #sendBatch<T extends OutgoingMessage>(batch: T[]): Promise<T[]> {
    const Entries = batch.map((message, i) => ({ Id: String(i), ...entryOf(message) }));
    try {
      const { Failed = [] } = await this.#client.send(new SendMessageBatchCommand({ QueueUrl: this.#url, Entries }));
      const failed = new Set(Failed.map(({ Id }) => Id));
      return batch.filter((_, i) => failed.has(String(i)));
    } catch {
      return batch;
    }
  }
}

const entryOf = ({ body, group, deduplicationId, delayS = 0 }: OutgoingMessage) => ({
  MessageBody: body,
  ...(deduplicationId === undefined
    ? { DelaySeconds: Math.min(Math.max(0, Math.ceil(delayS)), DELAY_S_MAX) }
    : { MessageDeduplicationId: deduplicationId }),
  ...(group === undefined ? {} : { MessageGroupId: group }),
});
