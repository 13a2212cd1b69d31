import { isId } from '../../contract/ids.ts';
import { addAll, onlyIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { rateLimitKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { TableAccess } from '../table/table.ts';
import { together, type WrittenFrom } from '../table/written.ts';

/** Counters are kept this long after their last use; the table's TTL removes them later. */
const KEPT_S = 86_400;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Attributes written when requests count against a key's limits. */
export const KEY_RATE_ATTRIBUTES = ['used', 'ttl'] as const;
/** Attributes written when requests count against an endpoint's limits. */
export const RATE_ATTRIBUTES = /* @__PURE__ */ together(KEY_RATE_ATTRIBUTES, ['endpointId']);

export interface RateLimit {
  key: ItemKey;
  max: number;
  /** The endpoint it applies to; absent for the limit of all endpoints together. */
  endpointId?: string;
}

const perPeriod =
  (periodMs: number) =>
  (whose: string, what: string, max: number, nowMs: number): RateLimit => ({
    key: rateLimitKey(whose, `${what}#${Math.floor(nowMs / periodMs)}`),
    max,
    ...(isId('endpoint', whose) && { endpointId: whose }),
  });

/** At most `max` per calendar minute, quarter of an hour, hour, or day in UTC. @param whose an id, a hash, or `all` */
export const perMinute = perPeriod(MINUTE_MS);
export const perQuarter = perPeriod(QUARTER_MS);
export const perHour = perPeriod(HOUR_MS);
export const perDay = perPeriod(DAY_MS);

/** At most `max` for one pass, while it is valid. */
export const perPass = (endpointId: string, passHash: string, max: number): RateLimit => ({
  key: rateLimitKey(endpointId, `pass#${passHash}`),
  max,
  endpointId,
});

export const secondsToNextMinute = (nowMs: number): number => secondsToNext(MINUTE_MS, nowMs);
export const secondsToNextQuarter = (nowMs: number): number => secondsToNext(QUARTER_MS, nowMs);
export const secondsToNextHour = (nowMs: number): number => secondsToNext(HOUR_MS, nowMs);

const secondsToNext = (periodMs: number, nowMs: number): number => Math.ceil((periodMs - (nowMs % periodMs)) / 1_000);

/**
 * Limits requests per period with counters that expire. Quotas and confirmations are limited elsewhere, by exact counts
 * in the transaction that adds an item; counts of mails and of received submissions limit nothing by themselves.
 */
export class RateLimits {
  readonly #table: Pick<TableAccess, 'get' | 'update'>;

  constructor(table: Pick<TableAccess, 'get' | 'update'>) {
    this.#table = table;
  }

  /** True if the limit was reached: one read unit. Concurrent requests may count in between; `count` decides. */
  async isReached({ key, max }: RateLimit): Promise<boolean> {
    const item = await this.#table.get(key, ['used']);
    return Number(item?.used ?? 0) >= max;
  }

  /**
   * Increments the counter: one write unit, even above the limit. A retry after a lost response counts twice.
   * @returns whether it was within the limit
   */
  async count(limit: RateLimit): Promise<boolean> {
    const condition = {
      ConditionExpression: 'attribute_not_exists(#used) OR #used < :max',
      ExpressionAttributeValues: { ':max': limit.max },
    };
    return ifConditionHolds(this.#table.update(onlyIf(condition, addingTo(limit, 1))));
  }

  async add(limit: RateLimit, amount: number): Promise<void> {
    await this.#table.update(addingTo(limit, amount));
  }
}

const addingTo = ({ key, endpointId }: RateLimit, amount: number) => ({
  Key: key,
  ...addAll(
    { used: amount } satisfies WrittenFrom<typeof KEY_RATE_ATTRIBUTES>,
    {
      ttl: Math.floor(Date.now() / 1_000) + KEPT_S,
      ...(endpointId !== undefined && { endpointId }),
    } satisfies WrittenFrom<typeof RATE_ATTRIBUTES>,
  ),
  ReturnValues: 'NONE' as const,
});
