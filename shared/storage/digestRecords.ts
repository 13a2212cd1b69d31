import { ABSENT } from './expressions.ts';
import { digestKey } from './itemKeys.ts';
import { ConditionFailed, type Table } from './table.ts';

/** Longer than stream (1 day), queue (3 days) and dead-letter queue (14 days) can deliver a digest's message again. */
const KEPT_S = 30 * 86_400;

/** Which digests there are, and when each was closed. */
export class DigestRecords {
  readonly #table: Pick<Table, 'get' | 'put' | 'update'>;
  readonly #now: () => number;

  constructor(table: Pick<Table, 'get' | 'put' | 'update'>, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** When a digest was closed, in milliseconds since 1970; infinity while it is open; undefined if there is none. */
  async closedAt(id: string): Promise<number | undefined> {
    const record = await this.#table.get(digestKey(id));
    return record && Number(record.closedAt ?? Number.POSITIVE_INFINITY);
  }

  /** Records a digest as open. @returns whether it is new */
  async open(id: string, endpointId: string): Promise<boolean> {
    try {
      await this.#table.put({ ...digestKey(id), endpointId, ttl: this.#ttl() }, ABSENT);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  }

  /** Closes a digest. Closed twice, it keeps the time of the first. */
  async close(id: string, endpointId: string): Promise<void> {
    await this.#table.update({
      Key: digestKey(id),
      UpdateExpression: 'SET closedAt = if_not_exists(closedAt, :now), endpointId = :endpointId, #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': this.#now(), ':endpointId': endpointId, ':ttl': this.#ttl() },
      ReturnValues: 'NONE',
    });
  }

  #ttl(): number {
    return Math.floor(this.#now() / 1_000) + KEPT_S;
  }
}
