import { randomUUID } from 'node:crypto';

export interface QueuedMessage {
  id: string;
  body: string;
  /** When it is handed out at the earliest, in milliseconds since 1970. */
  dueAt: number;
  /** Times that it was handed out. */
  receives: number;
}

export interface QueueLimits {
  /** Times that a message is handed out before it is put aside. */
  receivesMax: number;
  /** How long a message is hidden that was handed out. */
  hiddenMs: number;
}

/** A standard queue of SQS with its dead-letter queue, on a simulated clock. */
export class SimulatedQueue {
  readonly dead: QueuedMessage[] = [];
  readonly #limits: QueueLimits;
  #messages: QueuedMessage[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#messages.length;
  }

  /** When the next message is due; infinity when there is none. */
  get nextDueAt(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#messages.map(({ dueAt }) => dueAt));
  }

  send(body: string, dueAt: number): QueuedMessage {
    const message = { id: randomUUID(), body, dueAt, receives: 0 };
    this.#messages.push(message);
    return message;
  }

  /** Hands out a message that is due, if there is one, and hides it until it is deleted or its time is up. */
  receive(now: number): QueuedMessage | undefined {
    const message = this.#messages.find(({ dueAt }) => dueAt <= now);
    if (!message) return undefined;
    if (message.receives >= this.#limits.receivesMax) {
      this.dead.push(message);
      this.delete(message);
      return this.receive(now);
    }
    message.receives++;
    message.dueAt = now + this.#limits.hiddenMs;
    return message;
  }

  delete({ id }: QueuedMessage): void {
    this.#messages = this.#messages.filter((message) => message.id !== id);
  }
}
