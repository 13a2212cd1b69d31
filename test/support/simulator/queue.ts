import { randomUUID } from 'node:crypto';

export interface QueuedMessage {
  id: string;
  body: string;
  /** When it becomes visible, in milliseconds since 1970. */
  dueAt: number;
  receives: number;
}

export interface QueueLimits {
  /** How often a message is received before it goes to the dead-letter queue. */
  receivesMax: number;
  /** Visibility timeout: how long a received message is hidden. */
  hiddenMs: number;
}

/** The number of receives after which the consumer counts as stuck, unless a simulation allows more. */
const ALL_RECEIVES_MAX = 5_000;

export class SimulatedQueue {
  readonly deadLetters: QueuedMessage[] = [];
  readonly #limits: QueueLimits;
  #messages: QueuedMessage[] = [];
  receives = 0;
  allReceivesMax = ALL_RECEIVES_MAX;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  get nextDueAt(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#messages.map(({ dueAt }) => dueAt));
  }

  send(body: string, dueAt: number): QueuedMessage {
    const message = { id: randomUUID(), body, dueAt, receives: 0 };
    this.#messages.push(message);
    return message;
  }

  /** Receives the message that has been due the longest, if any, and hides it for the visibility timeout. */
  receive(now: number): QueuedMessage | undefined {
    const { nextDueAt } = this;
    const message = nextDueAt <= now ? this.#messages.find(({ dueAt }) => dueAt === nextDueAt) : undefined;
    if (!message) return undefined;
    if (message.receives >= this.#limits.receivesMax) {
      this.deadLetters.push(message);
      this.delete(message);
      return this.receive(now);
    }
    if (++this.receives > this.allReceivesMax) throw new Error('the queue never becomes empty');
    message.receives++;
    message.dueAt = now + this.#limits.hiddenMs;
    return message;
  }

  receiveAll(now: number, messagesMax: number): QueuedMessage[] {
    return Array.from({ length: messagesMax }, () => this.receive(now)).filter((message) => message !== undefined);
  }

  delete({ id }: Pick<QueuedMessage, 'id'>): void {
    this.#messages = this.#messages.filter((message) => message.id !== id);
  }
}
