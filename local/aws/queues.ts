import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arnOf, type Resource } from '../../infra/localService/template.ts';
import { writeWhole } from '../../infra/tools/writeWhole.ts';
import { setAside } from '../process/diskFiles.ts';
import { Queue, type QueueParts, type QueueStorage, StoredMessage } from './queue.ts';

interface QueueProperties {
  VisibilityTimeout?: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

/** Marks a message as received before, so that it counts as redelivered after a crash. */
const RECEIVED = '.received';

/** A file for each message, so that it survives a crash. */
class QueueFolder implements QueueStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  save(key: string, message: StoredMessage): void {
    writeWhole(join(this.#folder, key), JSON.stringify(message));
  }

  noteReceived(key: string): void {
    writeFileSync(join(this.#folder, `${key}${RECEIVED}`), '');
  }

  remove(key: string): void {
    for (const name of [key, `${key}${RECEIVED}`]) rmSync(join(this.#folder, name), { force: true });
  }

  /** Moves unreadable files to a folder next to the queue's, so that they do not prevent a start. */
  restore(queue: Queue): void {
    for (const key of messageNames(this.#folder).sort()) {
      const file = join(this.#folder, key);
      try {
        const message = StoredMessage.parse(JSON.parse(readFileSync(file, 'utf8')));
        queue.restore(key, message, existsSync(`${file}${RECEIVED}`) ? 1 : 0);
      } catch {
        setAside(file, 'A queued message');
      }
    }
  }
}

/** A queue whose messages survive a restart. */
export function queueIn(folder: string, parts: QueueParts): Queue {
  const storage = new QueueFolder(folder);
  const queue = new Queue({ ...parts, storage });
  storage.restore(queue);
  return queue;
}

/** Others have a dot in their names: unfinished message files, and markers of received messages. */
const messageNames = (folder: string): string[] => readdirSync(folder).filter((name) => !name.includes('.'));

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

/** The queues of a template, each stored in a folder. */
export class Queues {
  readonly #byArn = new Map<string, Queue>();
  readonly #byUrl = new Map<string, Queue>();

  /** @throws Error with advice if another queue, of an older version or other settings, has messages */
  constructor(resources: readonly Resource[], baseUrl: string, folder: string) {
    refuseOtherQueues(folder, new Set(resources.map(({ logicalId }) => logicalId)));
    for (const { logicalId, type, properties } of resources) {
      const { VisibilityTimeout, RedrivePolicy } = properties as QueueProperties;
      const arn = arnOf(logicalId, type);
      const queue = queueIn(join(folder, logicalId), {
        arn,
        visibilityTimeoutS: VisibilityTimeout,
        receivesMax: RedrivePolicy?.maxReceiveCount,
        deadLetters: () => RedrivePolicy && this.byArn(RedrivePolicy.deadLetterTargetArn),
      });
      this.#byArn.set(arn, queue);
      this.#byUrl.set(queueUrl(baseUrl, logicalId), queue);
    }
  }

  /** Lets readers look for messages that have become visible since the clock was set. */
  wake(): void {
    for (const { changes } of this.#byArn.values()) changes.note();
  }

  byUrl(url: string): Queue | undefined {
    return this.#byUrl.get(url);
  }

  byArn(arn: string): Queue | undefined {
    return this.#byArn.get(arn);
  }
}

/** URL of a queue, also its `Ref` in the template. */
export const queueUrl = (baseUrl: string, logicalId: string): string => `${baseUrl}/000000000000/${logicalId}`;
