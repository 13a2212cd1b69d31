import type { LocalQueue, Queues, Received } from '../aws/queues.ts';
import type { LocalFunction } from '../functions/functions.ts';

/** How a queue is connected with a function. */
export interface QueueMapping {
  /** Messages that are worked on at once. */
  concurrency: number;
  /** Whether the function's answer names the messages that failed. */
  reportsFailures: boolean;
  /** Whether a message whose function failed stays hidden until its visibility timeout runs out, as on AWS. */
  isFaithful?: boolean;
}

/** Unless asked for AWS's own times, a message whose function failed is handed out again after this one. */
const RETRY_WAIT_MS = 1_000;

/** Hands a queue's messages to a function, one in each invocation, and puts aside what fails too often. */
export class QueueSource {
  readonly #queue: LocalQueue;
  readonly #queues: Queues;
  readonly #target: LocalFunction;
  readonly #mapping: QueueMapping;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(queue: LocalQueue, queues: Queues, target: LocalFunction, mapping: QueueMapping) {
    this.#queue = queue;
    this.#queues = queues;
    this.#target = target;
    this.#mapping = mapping;
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: this.#mapping.concurrency }, () => this.#loop()));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const seen = this.#queue.changes.count;
      const received = this.#queue.receive();
      if (received) await this.#handle(received);
      else await this.#queue.changes.after(seen, this.#queue.visibleInMs(), signal);
    }
  }

  async #handle({ receipt, id, body, group, deduplicationId, sentAt, receiveCount }: Received): Promise<void> {
    const { RedrivePolicy } = this.#queue.properties;
    if (RedrivePolicy && receiveCount > RedrivePolicy.maxReceiveCount) {
      this.#queues.byArn(RedrivePolicy.deadLetterTargetArn)?.send(body, { group, deduplicationId });
      this.#queue.delete(receipt);
      return;
    }
    const record = {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: {
        ApproximateReceiveCount: String(receiveCount),
        SentTimestamp: String(sentAt),
        ...(group !== undefined && { MessageGroupId: group }),
        ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
      },
      messageAttributes: {},
      eventSource: 'aws:sqs',
      eventSourceARN: this.#queue.arn,
    };
    const result = await this.#target.invoke({ Records: [record] });
    if ('error' in result || this.#isReported(result.payload))
      this.#queue.release(receipt, this.#mapping.isFaithful ? undefined : RETRY_WAIT_MS);
    else this.#queue.delete(receipt);
  }

  #isReported(payload: string): boolean {
    if (!this.#mapping.reportsFailures) return false;
    const answer = JSON.parse(payload) as { batchItemFailures?: unknown[] } | null;
    return (answer?.batchItemFailures ?? []).length > 0;
  }
}
