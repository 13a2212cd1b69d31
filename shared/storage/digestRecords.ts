import { digestKey } from './deliveryKeys.ts';
import { ABSENT, updateIf } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import type { TableAccess } from './table.ts';

/** Longer than the stream (1 day), queue (3 days) and dead-letter queue (14 days) can redeliver a digest's message. */
const KEPT_S = 30 * 86_400;

interface DigestName {
  id: string;
  endpointId: string;
}

export class DigestRecords {
  readonly #table: Pick<TableAccess, 'get' | 'put' | 'update'>;
  readonly #now: () => number;

  constructor(table: Pick<TableAccess, 'get' | 'put' | 'update'>, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** When a digest was closed, in milliseconds since 1970; infinity while open; undefined if there is none. */
  async closedAt({ id, endpointId }: DigestName): Promise<number | undefined> {
    const record = await this.#table.get(digestKey(endpointId, id));
    return record && Number(record.closedAt ?? Number.POSITIVE_INFINITY);
  }

  /** Records a digest as open. @returns whether it is new */
  open({ id, endpointId }: DigestName): Promise<boolean> {
    const item = { ...digestKey(endpointId, id), endpointId, ttl: this.#ttl() };
    return ifConditionHolds(this.#table.put(item, ABSENT));
  }

  /** Closes a digest. @returns whether it was open */
  close({ id, endpointId }: DigestName): Promise<boolean> {
    const changes = { closedAt: this.#now(), endpointId, ttl: this.#ttl() };
    return ifConditionHolds(this.#table.update(updateIf(digestKey(endpointId, id), { closedAt: undefined }, changes)));
  }

  #ttl(): number {
    return Math.floor(this.#now() / 1_000) + KEPT_S;
  }
}
