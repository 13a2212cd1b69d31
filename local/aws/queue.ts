import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import * as z from 'zod';
import { ChangeSignal } from '../process/changeSignal.ts';
import { complain } from '../process/complain.ts';
import { isOfDisk } from '../process/diskFiles.ts';

export const StoredMessage = z.object({
  id: z.string(),
  body: z.string(),
  group: z.string().optional(),
  sentAt: z.number(),
  /** Visible from this time, in milliseconds since 1970. */
  dueAt: z.number().default(0),
});
export type StoredMessage = z.output<typeof StoredMessage>;

export interface Received extends StoredMessage {
  /** Valid until the message is received again. */
  receipt: string;
  receiveCount: number;
}

interface SendOptions {
  delayS?: number | undefined;
  group?: string | undefined;
}

/** Storage of a queue's messages, by keys that sort by the time of sending. */
export interface QueueStorage {
  save(key: string, message: StoredMessage): void;
  noteReceived(key: string): void;
  remove(key: string): void;
}

const nothing = () => undefined;
const IN_MEMORY: QueueStorage = { save: nothing, noteReceived: nothing, remove: nothing };

export interface QueueParts {
  arn: string;
  visibilityTimeoutS?: number | undefined;
  receivesMax?: number | undefined;
  /** Gets messages that were received that often. */
  deadLetters?: () => Queue | undefined;
  now?: () => number;
  storage?: QueueStorage;
}

/** Until a message is received again that a full disk stopped. */
const RETRY_WAIT_MS = 1_000;

type Waiting = Received & { key: string };

/**
 * A standard queue of SQS. A received message is hidden until its visibility timeout unless it is deleted. The group
 * with the fewest messages in flight comes first, as in fair queues, and in it the message that is due the longest.
 */
export class Queue {
  readonly arn: string;
  /** Fires when a message may have become receivable other than by time; see `visibleInMs`. */
  readonly changes = new ChangeSignal();
  readonly #messages = new Map<string, Waiting>();
  readonly #parts: Required<Omit<QueueParts, 'arn' | 'deadLetters'>>;
  readonly #deadLetters: () => Queue | undefined;

  constructor(parts: QueueParts) {
    const { visibilityTimeoutS = 30, receivesMax = Number.POSITIVE_INFINITY, now = Date.now } = parts;
    this.arn = parts.arn;
    this.#parts = { visibilityTimeoutS, receivesMax, now, storage: parts.storage ?? IN_MEMORY };
    this.#deadLetters = parts.deadLetters ?? nothing;
  }

  send(body: string, { delayS = 0, group }: SendOptions = {}): StoredMessage {
    const now = this.#parts.now();
    const message = { id: randomUUID(), body, sentAt: now, dueAt: now + delayS * 1_000, ...(group && { group }) };
    this.accept(message);
    return message;
  }

  /** Also takes a dead letter, which keeps its id and the time when it was sent. */
  accept(message: StoredMessage): void {
    const key = ulid();
    this.#parts.storage.save(key, message);
    this.restore(key, message);
    this.changes.note();
  }

  /** Takes a stored message. */
  restore(key: string, message: StoredMessage, receiveCount = 0): void {
    this.#messages.set(key, { ...message, key, receiveCount, receipt: '' });
  }

  get messages(): readonly Received[] {
    return [...this.#messages.values()];
  }

  /** Receives and hides at most `messagesMax` messages. */
  receive(messagesMax: number, now = this.#parts.now()): Received[] {
    const received: Received[] = [];
    while (received.length < messagesMax) {
      const next = this.#next(now);
      if (!next) break;
      const { key, id, body, group, sentAt } = next;
      try {
        if (next.receiveCount >= this.#parts.receivesMax) {
          this.#deadLetters()?.accept({ id, body, group, sentAt, dueAt: now });
          this.#remove(key);
          continue;
        }
        if (next.receiveCount === 0) this.#parts.storage.noteReceived(key);
        next.receiveCount++;
        next.receipt = `${key}.${randomUUID()}`;
        next.dueAt = now + this.#parts.visibilityTimeoutS * 1_000;
        received.push({ ...next });
      } catch (error) {
        if (!isOfDisk(error)) throw error;
        complain('A queued message will be retried:', error);
        next.dueAt = now + RETRY_WAIT_MS;
      }
    }
    return received;
  }

  /** Waits at most `waitMs` for the first message. */
  async receiveWithin(messagesMax: number, waitMs: number): Promise<Received[]> {
    const { now } = this.#parts;
    const until = now() + waitMs;
    for (;;) {
      const seen = this.changes.count;
      const received = this.receive(messagesMax);
      const leftMs = until - now();
      if (received.length > 0 || leftMs <= 0) return received;
      await this.changes.after(seen, Math.min(leftMs, this.visibleInMs()));
    }
  }

  #next(now: number): Waiting | undefined {
    const inFlight = new Map<string, number>();
    for (const { group = '', receipt, dueAt } of this.#messages.values())
      if (receipt !== '' && dueAt > now) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    const busy = ({ group = '' }: Waiting) => inFlight.get(group) ?? 0;
    let next: Waiting | undefined;
    for (const message of this.#messages.values()) {
      if (message.dueAt > now) continue;
      if (!next || busy(message) < busy(next) || (busy(message) === busy(next) && message.dueAt < next.dueAt))
        next = message;
    }
    return next;
  }

  /** Finds a message by its latest receipt; SQS ignores older receipts. */
  #withReceipt(receipt: string): Waiting | undefined {
    const message = this.#messages.get(receipt.split('.')[0] ?? '');
    return message?.receipt === receipt ? message : undefined;
  }

  /** Makes a message visible after `delayMs`. */
  changeVisibility(receipt: string, delayMs: number): void {
    const message = this.#withReceipt(receipt);
    if (message) message.dueAt = this.#parts.now() + delayMs;
    this.changes.note();
  }

  delete(receipt: string): void {
    const message = this.#withReceipt(receipt);
    if (message) this.#remove(message.key);
  }

  #remove(key: string): void {
    this.#parts.storage.remove(key);
    this.#messages.delete(key);
    this.changes.note();
  }

  /** When the next message is visible, in milliseconds since 1970. */
  get nextDueAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of this.#messages.values()) next = Math.min(next, dueAt);
    return next;
  }

  /** Milliseconds until a message is visible; 0 if one is. */
  visibleInMs(): number {
    return Math.max(0, this.nextDueAt - this.#parts.now());
  }

  /** Number of messages, including hidden and delayed ones. */
  get size(): number {
    return this.#messages.size;
  }
}
