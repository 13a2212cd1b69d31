import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalFunction } from './functions.ts';
import type { LocalQueue, Queues } from './queues.ts';

const IDLE_POLL_MS = 200;
/** A message whose function failed comes back after this time here; in AWS after the queue's visibility timeout. */
const RETRY_WAIT_MS = 1_000;

/** A pipe of the template: hands a queue's messages to a function, one at a time, and puts aside what fails too often. */
export class QueueSource {
  readonly #queue: LocalQueue;
  readonly #queues: Queues;
  readonly #target: LocalFunction;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(queue: LocalQueue, queues: Queues, target: LocalFunction) {
    this.#queue = queue;
    this.#queues = queues;
    this.#target = target;
  }

  start(): void {
    this.#running = this.#loop();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const received = this.#queue.receive();
      if (received) await this.#handle(received);
      else await sleep(IDLE_POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #handle({ receipt, message }: NonNullable<ReturnType<LocalQueue['receive']>>): Promise<void> {
    const { RedrivePolicy } = this.#queue.properties;
    if (RedrivePolicy && message.receiveCount > RedrivePolicy.maxReceiveCount) {
      await this.#queues.byArn(RedrivePolicy.deadLetterTargetArn)?.send(message.body);
      this.#queue.delete(receipt);
      return;
    }
    const result = await this.#target.invoke([
      {
        messageId: message.id,
        receiptHandle: receipt,
        body: message.body,
        attributes: { ApproximateReceiveCount: String(message.receiveCount), SentTimestamp: String(message.sentAt) },
        messageAttributes: {},
        eventSource: 'aws:sqs',
        eventSourceARN: this.#queue.arn,
      },
    ]);
    if ('error' in result) this.#queue.release(receipt, RETRY_WAIT_MS);
    else this.#queue.delete(receipt);
  }
}
