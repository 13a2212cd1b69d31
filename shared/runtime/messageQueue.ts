import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunksOf } from './chunks.ts';

/** SQS's limit for a delay. */
const DELAY_S_MAX = 900;
/** SQS's limit for a batch. */
const BATCH_MESSAGES = 10;

export interface OutgoingMessage {
  body: string;
  /** Message group: a shared queue serves the least busy group first. */
  group?: string | undefined;
  /** Delay in seconds, capped at 900. */
  delayS?: number;
}

/** A received message, invisible to others for the queue's visibility timeout. */
export interface ReceivedMessage {
  body: string;
  receiptHandle: string;
  receiveCount: number;
}

export class MessageQueue {
  readonly #client: SQSClient;
  readonly #receiver: SQSClient;
  readonly #url: string;

  /** @param receiver the client that receives: its time limits must be longer than the waits for messages */
  constructor(url: string, client: SQSClient, receiver = client) {
    this.#client = client;
    this.#receiver = receiver;
    this.#url = url;
  }

  async send(message: OutgoingMessage): Promise<void> {
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#url, ...entryOf(message) }));
  }

  /** The queue's name, the last part of its URL and ARN. */
  get name(): string {
    return this.#url.slice(this.#url.lastIndexOf('/') + 1);
  }

  /** Up to ten messages; none if `waitS` seconds pass without any. */
  async receive(waitS: number): Promise<ReceivedMessage[]> {
    const { Messages = [] } = await this.#receiver.send(
      new ReceiveMessageCommand({
        QueueUrl: this.#url,
        MaxNumberOfMessages: BATCH_MESSAGES,
        WaitTimeSeconds: waitS,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    return Messages.map(({ Body = '', ReceiptHandle = '', Attributes }) => ({
      body: Body,
      receiptHandle: ReceiptHandle,
      receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1),
    }));
  }

  async delete(receiptHandle: string): Promise<void> {
    await this.#client.send(new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle: receiptHandle }));
  }

  /**
   * Sends messages in concurrent batches of ten. Does not throw.
   * @returns the messages that may not have been sent
   */
  async sendAll<T extends OutgoingMessage>(messages: T[]): Promise<T[]> {
    const batches = chunksOf(messages, BATCH_MESSAGES);
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

const entryOf = ({ body, group, delayS = 0 }: OutgoingMessage) => ({
  MessageBody: body,
  DelaySeconds: Math.min(Math.max(0, Math.ceil(delayS)), DELAY_S_MAX),
  ...(group === undefined ? {} : { MessageGroupId: group }),
});
