import { log } from '../../../runtime/log.ts';
import { DigestRecords } from '../../../storage/digestRecords.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import { ANY_RECIPIENT } from '../../../storage/notificationRecords.ts';
import type { Table } from '../../../storage/table.ts';
import { type Digest, digestAt } from './digestId.ts';
import { type NotificationQueue, newMessage } from './notificationQueue.ts';
import { DIGEST_DELAY_MS, DIGEST_MARGIN_MS } from './timing.ts';

/** A submission that is over its endpoint's budget. */
export interface OverBudget {
  id: string;
  /** Milliseconds since 1970 by which it was surely stored. */
  storedBefore: number;
}

export interface DigestsDependencies {
  table: Pick<Table, 'get' | 'put' | 'update'>;
  queue: NotificationQueue;
  now?: () => number;
}

/**
 * Digests: one mail about all submissions of an endpoint in a quarter of an hour, those that were announced by
 * themselves included. It needs no list of what belongs to it: what is stored by the time it is closed is in it.
 */
export class Digests {
  readonly #records: DigestRecords;
  readonly #queue: NotificationQueue;
  readonly #now: () => number;

  constructor({ table, queue, now = Date.now }: DigestsDependencies) {
    this.#records = new DigestRecords(table, now);
    this.#queue = queue;
    this.#now = now;
  }

  /**
   * Makes sure that each of these submissions will be in a digest. The digest's message is queued before its record is
   * written: where there is a record, the message is on its way. A crash in between costs a second message, which finds
   * everything sent.
   * @returns the ids of those that came too late for their digest, and are to be announced one by one
   */
  async cover(endpoint: StoredEndpoint, submissions: OverBudget[]): Promise<string[]> {
    const digests = new Map(submissions.map(({ id }) => digestAt(endpoint.id, submittedAt(id))).map((d) => [d.id, d]));
    const tooLate = await Promise.all(
      [...digests.values()].map(async (digest) => {
        const closedAt = await this.#announceOnce(endpoint, digest);
        const isIn = ({ id }: OverBudget) => digestAt(endpoint.id, submittedAt(id)).id === digest.id;
        return submissions.filter(isIn).filter(({ storedBefore }) => storedBefore > closedAt - DIGEST_MARGIN_MS);
      }),
    );
    return tooLate.flat().map(({ id }) => id);
  }

  /** Closes a digest before it is read: it then holds every submission that was stored while the digest was open. */
  async close({ id, endpointId }: Digest): Promise<void> {
    await this.#records.close(id, endpointId);
  }

  /** @returns when the digest was closed, in milliseconds since 1970; infinity while it is open */
  async #announceOnce(endpoint: StoredEndpoint, { id, endMs }: Digest): Promise<number> {
    const closedAt = await this.#records.closedAt(id);
    if (closedAt !== undefined) return closedAt;
    log('warn', 'an endpoint is over its mail budget', { endpointId: endpoint.id, digest: id });
    const message = newMessage({ about: id, endpointId: endpoint.id, recipient: ANY_RECIPIENT }, endpoint, this.#now());
    await this.#queue.send({ ...message, dueAt: Math.max(message.dueAt, endMs + DIGEST_DELAY_MS) });
    const isNew = await this.#records.open(id, endpoint.id);
    return (isNew ? undefined : await this.#records.closedAt(id)) ?? Number.POSITIVE_INFINITY;
  }
}
