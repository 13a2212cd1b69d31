import { log } from '../runtime/log.ts';
import type { StoredEndpoint } from '../storage/endpoints.ts';
import { digestKey, submittedAt } from '../storage/itemKeys.ts';
import type { Item } from '../storage/table.ts';
import { ConditionFailed, type Table } from '../storage/table.ts';
import { type Digest, digestAt } from './digestId.ts';
import { type NotificationQueue, newMessage } from './notificationQueue.ts';
import { ANY_RECIPIENT } from './notificationRecords.ts';
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

const KEPT_S = 30 * 86_400;

/**
 * Digests: one mail about all submissions of an endpoint in a quarter of an hour, those that were announced by
 * themselves included. It needs no list of what belongs to it: what is stored by the time it is closed is in it.
 */
export class Digests {
  readonly #dependencies: DigestsDependencies;
  readonly #now: () => number;

  constructor(dependencies: DigestsDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Sees to it that each of these submissions will be in a digest. The message that brings the digest about is sent
   * before its record is written: who finds the record knows that the message is on its way, and a death in between
   * costs a second message, which finds everything sent.
   * @returns the ids of those that came too late for their digest, and are to be announced by themselves
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

  /**
   * Closes a digest before it is read: a submission that was stored when somebody found it open is in what is read
   * afterwards. Closed twice, it stays closed since the first time.
   */
  async close({ id, endpointId }: Digest): Promise<void> {
    await this.#dependencies.table.update({
      Key: digestKey(id),
      UpdateExpression: 'SET closedAt = if_not_exists(closedAt, :now), endpointId = :endpointId, #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': this.#now(), ':endpointId': endpointId, ':ttl': this.#ttl() },
      ReturnValues: 'NONE',
    });
  }

  /** @returns when the digest was closed, in milliseconds since 1970; infinity while it is open */
  async #announceOnce(endpoint: StoredEndpoint, { id, endMs }: Digest): Promise<number> {
    const { table, queue } = this.#dependencies;
    const found = await table.get(digestKey(id));
    if (found) return closedAtOf(found);
    log('warn', 'an endpoint is over its mail budget', { endpointId: endpoint.id, digest: id });
    const message = newMessage({ about: id, endpointId: endpoint.id, recipient: ANY_RECIPIENT }, endpoint, this.#now());
    await queue.send({ ...message, dueAt: Math.max(message.dueAt, endMs + DIGEST_DELAY_MS) });
    try {
      const item = { ...digestKey(id), endpointId: endpoint.id, ttl: this.#ttl() };
      await table.put(item, { ConditionExpression: 'attribute_not_exists(PK)' });
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return closedAtOf(await table.get(digestKey(id)));
    }
  }

  #ttl(): number {
    return Math.floor(this.#now() / 1_000) + KEPT_S;
  }
}

const closedAtOf = (record: Item | undefined): number => Number(record?.closedAt ?? Number.POSITIVE_INFINITY);
