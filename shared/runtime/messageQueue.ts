import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { QUEUE_BATCH_MAX, QUEUE_DELAY_S_MAX } from './awsLimits.ts';

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
        MaxNumberOfMessages: QUEUE_BATCH_MAX,
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
}

const entryOf = ({ body, group, delayS = 0 }: OutgoingMessage) => ({
  MessageBody: body,
  DelaySeconds: Math.min(Math.max(0, Math.ceil(delayS)), QUEUE_DELAY_S_MAX),
  ...(group === undefined ? {} : { MessageGroupId: group }),
});
