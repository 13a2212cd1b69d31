import { tooManyRequests } from '../../contract/headers.ts';
import { CHANGED_PER_MINUTE_MAX, SEARCHED_PER_MINUTE_MAX } from '../../contract/limits.ts';
import { perMinute, type RateLimit, RateLimits, secondsToNextMinute } from '../counters/rateLimits.ts';
import type { Lookup } from '../table/lookup.ts';
import type { Item, TableAccess } from '../table/table.ts';

const SHARES = {
  searched: { max: SEARCHED_PER_MINUTE_MAX, words: 'searched through' },
  changed: { max: CHANGED_PER_MINUTE_MAX, words: 'changed or deleted' },
} as const;

/**
 * Limits how many submissions one key may have examined per calendar minute. Concurrent requests may exceed it, each by
 * the most that one request may examine.
 */
export class KeyShare {
  readonly #table: Pick<TableAccess, 'get' | 'update'>;
  readonly #limit: RateLimit;
  readonly #words: string;
  readonly #nowMs = Date.now();

  /** @param keyId id of the calling key, which may not exist */
  constructor(table: Pick<TableAccess, 'get' | 'update'>, keyId: string, what: keyof typeof SHARES) {
    const { max, words } = SHARES[what];
    this.#table = table;
    this.#limit = perMinute(keyId, what, max, this.#nowMs);
    this.#words = words;
  }

  /** TOO_MANY_REQUESTS when the limit is reached. */
  get room(): Lookup<void> {
    return { keys: [this.#limit.key], from: ([counted]) => this.#requireRoom(counted) };
  }

  #requireRoom(counted: Item | undefined): void {
    if (Number(counted?.used ?? 0) < this.#limit.max) return;
    const seconds = secondsToNextMinute(this.#nowMs);
    const text = `This key has ${this.#words} ${this.#limit.max.toLocaleString('en')} submissions in this minute: try again in ${seconds} seconds.`;
    throw tooManyRequests(text, seconds);
  }

  /** Counts examined submissions: one write unit. */
  async charge(submissions: number): Promise<void> {
    if (submissions > 0) await new RateLimits(this.#table).add(this.#limit, submissions);
  }
}
