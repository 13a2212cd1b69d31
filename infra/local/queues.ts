import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { arnOf, type Resource } from './template.ts';

/** A message as it is kept: one file each, so that it outlives a crash. */
export interface StoredMessage {
  id: string;
  body: string;
  sentAt: number;
  /** Times it was handed out. */
  receiveCount: number;
}

interface QueueProperties {
  VisibilityTimeout?: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

/** A queue of the template, in a folder. A message that is handed out is hidden, and comes back if it is not deleted. */
export class LocalQueue {
  readonly url: string;
  readonly arn: string;
  readonly properties: QueueProperties;
  readonly #folder: string;
  readonly #hiddenUntil = new Map<string, number>();

  constructor(resource: Resource, url: string, folder: string) {
    this.url = url;
    this.arn = arnOf(resource.logicalId, resource.type);
    this.properties = resource.properties;
    this.#folder = join(folder, resource.logicalId);
    mkdirSync(this.#folder, { recursive: true });
  }

  async send(body: string): Promise<{ MessageId: string; MD5OfMessageBody: string }> {
    const message: StoredMessage = { id: randomUUID(), body, sentAt: Date.now(), receiveCount: 0 };
    this.#write(ulid(), message);
    return { MessageId: message.id, MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
  }

  /** The oldest message that is not hidden; from now on it is. */
  receive(): { receipt: string; message: StoredMessage } | undefined {
    const now = Date.now();
    const receipt = this.#names().find((name) => (this.#hiddenUntil.get(name) ?? 0) <= now);
    if (receipt === undefined) return undefined;
    const message = this.#read(receipt);
    this.#write(receipt, { ...message, receiveCount: message.receiveCount + 1 });
    this.#hiddenUntil.set(receipt, now + (this.properties.VisibilityTimeout ?? 30) * 1_000);
    return { receipt, message: { ...message, receiveCount: message.receiveCount + 1 } };
  }

  /** Makes a message visible again at once, or in a while. */
  release(receipt: string, delayMs: number): void {
    this.#hiddenUntil.set(receipt, Date.now() + delayMs);
  }

  delete(receipt: string): void {
    rmSync(join(this.#folder, receipt), { force: true });
    this.#hiddenUntil.delete(receipt);
  }

  /** Messages that are there, hidden ones included. */
  get size(): number {
    return this.#names().length;
  }

  #names(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => !name.endsWith('.new'))
      .sort();
  }

  #read(name: string): StoredMessage {
    return JSON.parse(readFileSync(join(this.#folder, name), 'utf8'));
  }

  #write(name: string, message: StoredMessage): void {
    const file = join(this.#folder, name);
    writeFileSync(`${file}.new`, JSON.stringify(message));
    renameSync(`${file}.new`, file);
  }
}

/** All queues of the template. */
export class Queues {
  readonly #queues: LocalQueue[];

  constructor(resources: Resource[], baseUrl: string, folder: string) {
    this.#queues = resources.map((resource) => new LocalQueue(resource, queueUrl(baseUrl, resource.logicalId), folder));
  }

  byUrl(url: string): LocalQueue | undefined {
    return this.#queues.find((queue) => queue.url === url);
  }

  byArn(arn: string): LocalQueue | undefined {
    return this.#queues.find((queue) => queue.arn === arn);
  }
}

/** A queue's address, which is also what `Ref` gives for it in the template. */
export const queueUrl = (baseUrl: string, logicalId: string): string => `${baseUrl}/000000000000/${logicalId}`;
