import type { LocalQueue, Received } from '../aws/queues.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { INSTANCES_MAX } from '../functions/instances.ts';
import { Loop } from '../loop.ts';

/** Properties of an event source mapping that matter here. */
export interface QueueMapping {
  BatchSize: number;
  ScalingConfig?: { MaximumConcurrency: number };
  FunctionResponseTypes?: string[];
  /** Whether failed messages stay hidden until their visibility timeout, as on AWS. */
  isFaithful?: boolean;
}

/** Retry delay of failed messages without `isFaithful`. */
const RETRY_WAIT_MS = 1_000;

export class QueueSource {
  readonly #queue: LocalQueue;
  readonly #target: LocalFunction;
  readonly #mapping: QueueMapping;
  readonly #loop: Loop;

  constructor(queue: LocalQueue, target: LocalFunction, mapping: QueueMapping) {
    this.#queue = queue;
    this.#target = target;
    this.#mapping = mapping;
    this.#loop = new Loop(`The reader of a queue for ${target.name}`);
  }

  start(): void {
    const { MaximumConcurrency = 1 } = this.#mapping.ScalingConfig ?? {};
    this.#loop.start((signal) => this.#step(signal), Math.min(MaximumConcurrency, INSTANCES_MAX));
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #step(signal: AbortSignal): Promise<void> {
    const seen = this.#queue.changes.count;
    const received = this.#queue.receive(this.#mapping.BatchSize);
    if (received.length > 0) await this.#handle(received);
    else await this.#queue.changes.after(seen, this.#queue.visibleInMs(), signal);
  }

  async #handle(received: Received[]): Promise<void> {
    const result = await this.#target.invoke({ Records: received.map((message) => this.#recordOf(message)) });
    const failed = 'error' in result ? received.map(({ id }) => id) : this.#reported(result.payload);
    for (const { id, receipt } of received) {
      if (failed.includes(id)) this.#queue.release(receipt, this.#mapping.isFaithful ? undefined : RETRY_WAIT_MS);
      else this.#queue.delete(receipt);
    }
  }

  #recordOf({ receipt, id, body, group, sentAt, receiveCount }: Received) {
    return {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: {
        ApproximateReceiveCount: String(receiveCount),
        SentTimestamp: String(sentAt),
        ...(group !== undefined && { MessageGroupId: group }),
      },
      messageAttributes: {},
      eventSource: 'aws:sqs',
      eventSourceARN: this.#queue.arn,
    };
  }

  #reported(payload: string): string[] {
    if (!this.#mapping.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return [];
    const response = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier: string }[] } | null;
    return (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  }
}
