import type { Queue } from '../aws/queue.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { INSTANCES_MAX } from '../functions/instances.ts';
import { Loop } from '../process/loop.ts';
import { deliverMessages, type QueueMapping } from './queueMapping.ts';

/** Retry delay of failed messages unless the source is faithful. */
const RETRY_WAIT_MS = 1_000;

export class QueueSource {
  readonly #queue: Queue;
  readonly #target: LocalFunction;
  readonly #mapping: QueueMapping;
  readonly #retryWaitMs: number | undefined;
  readonly #loop: Loop;

  /** @param isFaithful whether failed messages stay hidden until their visibility timeout, as on AWS */
  constructor(queue: Queue, target: LocalFunction, mapping: QueueMapping, isFaithful = false) {
    this.#queue = queue;
    this.#target = target;
    this.#mapping = mapping;
    this.#retryWaitMs = isFaithful ? undefined : RETRY_WAIT_MS;
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
    const queue = this.#queue;
    const seen = queue.changes.count;
    const invoke = (event: object) => this.#target.invoke(event);
    const parts = { queue, mapping: this.#mapping, invoke, retryWaitMs: this.#retryWaitMs };
    if (!(await deliverMessages(parts))) await queue.changes.after(seen, queue.visibleInMs(), signal);
  }
}
