import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import * as z from 'zod';
import { writeWhole } from '../../tools/writeWhole.ts';
import { Changes } from '../changes.ts';
import { complain } from '../complain.ts';
import { isOfDisk, setAside } from '../files.ts';
import { arnOf, type Resource } from '../template.ts';

/** A stored message, one file each, so that it survives a crash. */
const StoredMessage = z.object({
  id: z.string(),
  body: z.string(),
  group: z.string().optional(),
  sentAt: z.number(),
  /** Visible from this time, in milliseconds since 1970. */
  dueAt: z.number().default(0),
});
type StoredMessage = z.output<typeof StoredMessage>;

export interface Received extends StoredMessage {
  receipt: string;
  /** Receives since the local cloud started, plus one if there were any before. */
  receiveCount: number;
}

interface QueueProperties {
  VisibilityTimeout?: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

interface SendOptions {
  delayS?: number | undefined;
  group?: string | undefined;
}

interface Waiting extends Received {
  visibleAt: number;
  isOut: boolean;
}

/**
 * A queue of the template, stored in a folder. A received message is hidden until its visibility timeout unless it is
 * deleted. Of several groups, the one with the fewest messages in flight comes first, as in SQS's fair queues.
 */
export class LocalQueue {
  readonly url: string;
  readonly arn: string;
  readonly properties: QueueProperties;
  /** Changes when a message may have become receivable, other than by time; see `visibleInMs`. */
  readonly changes = new Changes();
  readonly #folder: string;
  readonly #messages = new Map<string, Waiting>();
  readonly #deadLettersAt: (arn: string) => LocalQueue | undefined;

  /** @param deadLettersAt finds the dead-letter queue by its ARN */
  constructor(resource: Resource, url: string, folder: string, deadLettersAt: (arn: string) => LocalQueue | undefined) {
    this.url = url;
    this.arn = arnOf(resource.logicalId, resource.type);
    this.properties = resource.properties;
    this.#deadLettersAt = deadLettersAt;
    this.#folder = join(folder, resource.logicalId);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const message of readMessages(this.#folder)) this.#messages.set(message.receipt, message);
  }

  send(body: string, { delayS = 0, group }: SendOptions = {}) {
    const now = Date.now();
    const response = { MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
    const message: StoredMessage = {
      id: randomUUID(),
      body,
      sentAt: now,
      dueAt: now + delayS * 1_000,
      ...(group && { group }),
    };
    const receipt = ulid();
    writeWhole(join(this.#folder, receipt), JSON.stringify(message));
    this.#messages.set(receipt, asWaiting(receipt, message));
    this.changes.note();
    return { MessageId: message.id, ...response };
  }

  /** Receives and hides at most `messagesMax` messages. */
  receive(messagesMax: number, now = Date.now()): Received[] {
    const received: Received[] = [];
    while (received.length < messagesMax) {
      const next = this.#fairest(now);
      if (!next) break;
      next.visibleAt = now + (this.properties.VisibilityTimeout ?? 30) * 1_000;
      next.isOut = true;
      try {
        if (next.receiveCount++ === 0) writeFileSync(this.#receivedFile(next.receipt), '');
        if (!this.#isDead(next)) received.push(next);
      } catch (error) {
        if (!isOfDisk(error)) throw error;
        complain('A queued message will be retried:', error);
        next.receiveCount--;
        this.release(next.receipt, RETRY_WAIT_MS);
      }
    }
    return received;
  }

  /** Waits at most `waitMs` for the first message. */
  async receiveWithin(messagesMax: number, waitMs: number): Promise<Received[]> {
    const until = Date.now() + waitMs;
    for (;;) {
      const seen = this.changes.count;
      const received = this.receive(messagesMax);
      const leftMs = until - Date.now();
      if (received.length > 0 || leftMs <= 0) return received;
      await this.changes.after(seen, Math.min(leftMs, this.visibleInMs()));
    }
  }

  /** Moves a message over its receive limit to the dead-letter queue. */
  #isDead({ receipt, receiveCount, body, group }: Waiting): boolean {
    const { RedrivePolicy } = this.properties;
    if (!RedrivePolicy || receiveCount <= RedrivePolicy.maxReceiveCount) return false;
    this.#deadLettersAt(RedrivePolicy.deadLetterTargetArn)?.send(body, { group });
    this.delete(receipt);
    return true;
  }

  #fairest(now: number): Waiting | undefined {
    const out = new Map<string, number>();
    for (const { group, isOut } of this.#messages.values())
      if (isOut) out.set(group ?? '', (out.get(group ?? '') ?? 0) + 1);
    let next: Waiting | undefined;
    for (const message of this.#messages.values()) {
      if (message.visibleAt > now) continue;
      if (!next || (out.get(message.group ?? '') ?? 0) < (out.get(next.group ?? '') ?? 0)) next = message;
    }
    return next;
  }

  /** Makes a message visible after `delayMs`; without it, after the visibility timeout. */
  release(receipt: string, delayMs?: number): void {
    const message = this.#messages.get(receipt);
    if (message) {
      message.isOut = false;
      if (delayMs !== undefined) message.visibleAt = Date.now() + delayMs;
    }
    this.changes.note();
  }

  /** Milliseconds until a message is visible; 0 if one is. */
  visibleInMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { visibleAt } of this.#messages.values()) next = Math.min(next, visibleAt);
    return Math.max(0, next - Date.now());
  }

  delete(receipt: string): void {
    rmSync(join(this.#folder, receipt), { force: true });
    rmSync(this.#receivedFile(receipt), { force: true });
    if (this.#messages.delete(receipt)) this.changes.note();
  }

  /** Present once a message was received, so that it counts as redelivered after a crash. */
  #receivedFile(receipt: string): string {
    return join(this.#folder, `${receipt}${RECEIVED}`);
  }

  /** Number of messages, including hidden and delayed ones. */
  get size(): number {
    return this.#messages.size;
  }
}

const RECEIVED = '.received';
/** Until a message is received again that a full disk stopped. */
const RETRY_WAIT_MS = 1_000;

const asWaiting = (receipt: string, message: StoredMessage, receiveCount = 0): Waiting => ({
  ...message,
  receipt,
  receiveCount,
  visibleAt: message.dueAt,
  isOut: false,
});

/** Others have a dot in their names: unfinished message files, and markers of received messages. */
const messageNames = (folder: string): string[] => readdirSync(folder).filter((name) => !name.includes('.'));

/** Moves unreadable files to a folder next to the queue's, so that they do not prevent a start. */
function readMessages(folder: string): Waiting[] {
  return messageNames(folder)
    .sort()
    .flatMap((name) => {
      try {
        const receives = existsSync(join(folder, `${name}${RECEIVED}`)) ? 1 : 0;
        return [asWaiting(name, StoredMessage.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))), receives)];
      } catch {
        setAside(join(folder, name), 'A queued message');
        return [];
      }
    });
}

function refuseOtherQueues(folder: string, known: ReadonlySet<string>): void {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\w+$/.test(name) && !known.has(name)) : [];
  for (const name of names) {
    const count = messageNames(join(folder, name)).length;
    if (count === 0) continue;
    throw new Error(
      `${join(folder, name)} has ${count} messages of an older version or of other settings, which would never be ` +
        `delivered. Start as before until the folder is empty, or delete it to give them up.`,
    );
  }
}

export class Queues {
  readonly #queues: LocalQueue[];

  /** @throws Error that says what to do if another queue, of an older version or other settings, has messages */
  constructor(resources: readonly Resource[], baseUrl: string, folder: string) {
    refuseOtherQueues(folder, new Set(resources.map(({ logicalId }) => logicalId)));
    this.#queues = resources.map(
      (resource) => new LocalQueue(resource, queueUrl(baseUrl, resource.logicalId), folder, (arn) => this.byArn(arn)),
    );
  }

  byUrl(url: string): LocalQueue | undefined {
    return this.#queues.find((queue) => queue.url === url);
  }

  byArn(arn: string): LocalQueue | undefined {
    return this.#queues.find((queue) => queue.arn === arn);
  }
}

/** URL of a queue, also its `Ref` in the template. */
export const queueUrl = (baseUrl: string, logicalId: string): string => `${baseUrl}/000000000000/${logicalId}`;
