import * as z from 'zod/mini';
import { ABSENT, between, updateIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { LAST_PLACE } from '../table/itemKeys.ts';
import { joined, readParts } from '../table/paging.ts';
import { readEach, readStored } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { attributeNames, type WrittenFrom } from '../table/written.ts';
import { digestKey } from './deliveryKeys.ts';

/** Longer than the stream (1 day), queue (3 days) and dead-letter queue (14 days) can redeliver a digest's message. */
const KEPT_S = 30 * 86_400;
/** Late submissions that a digest shows. A digest stores one more, to know that there are others. */
export const LATE_MAX = 20;
/** Concurrent functions may change the list too; each round of attempts lets one of them succeed. */
const ATTEMPTS_MAX = 10;

interface DigestName {
  id: string;
  endpointId: string;
}

const DigestItem = z.object({
  endpointId: z.optional(z.string()),
  closedAt: z.optional(z.number()),
  late: z._default(z.string(), ''),
  ttl: z.optional(z.number()),
});
/** Attributes written when a digest is closed or late submissions are listed. */
export const DIGEST_ATTRIBUTES = /* @__PURE__ */ attributeNames(DigestItem);

export interface DigestRecord {
  /** Milliseconds since 1970; infinity while it is open. */
  closedAt: number;
  /** Ids of submissions from before the digest's period: all, or `LATE_MAX` and one more. */
  late: string[];
}

function recordOf(item: Item): DigestRecord {
  const { closedAt = Number.POSITIVE_INFINITY, late } = readStored(DigestItem, item);
  return { closedAt, late: late.split(' ').filter(Boolean) };
}

export async function findDigest(
  table: Pick<TableAccess, 'get'>,
  { id, endpointId }: DigestName,
): Promise<DigestRecord | undefined> {
  const item = await table.get(digestKey(endpointId, id));
  return item && recordOf(item);
}

/** An endpoint's digests with ids that are in the range, or begin with its end. */
export async function digestsBetween(
  table: Pick<TableAccess, 'query'>,
  endpointId: string,
  [from, to]: readonly [from: string, to: string],
): Promise<(DigestRecord & { id: string })[]> {
  const [{ PK, SK: first }, { SK: last }] = [digestKey(endpointId, from), digestKey(endpointId, to)];
  const query = between(PK, [first, `${last}${LAST_PLACE}`]);
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  const idOf = ({ SK }: Item) => String(SK).slice(first.length - from.length);
  return readEach(items, (item) => ({ id: idOf(item), ...recordOf(item) })).read;
}

/** Records a digest as open. @returns whether it is new */
export const openDigest = (table: Pick<TableAccess, 'put'>, { id, endpointId }: DigestName, nowMs: number) =>
  ifConditionHolds(table.put({ ...digestKey(endpointId, id), endpointId, ttl: ttlFrom(nowMs) }, ABSENT));

export const closeDigest = (table: Pick<TableAccess, 'update'>, { id, endpointId }: DigestName, nowMs: number) => {
  const changes = { closedAt: nowMs, endpointId, ttl: ttlFrom(nowMs) } satisfies WrittenFrom<typeof DIGEST_ATTRIBUTES>;
  return ifConditionHolds(table.update(updateIf(digestKey(endpointId, id), { closedAt: undefined }, changes)));
};

/**
 * Lists late submissions in an open digest.
 * @returns those that are not in it because it was closed before
 */
export async function listLate(
  table: Pick<TableAccess, 'get' | 'update'>,
  digest: DigestName,
  ids: readonly string[],
): Promise<string[]> {
  const key = digestKey(digest.endpointId, digest.id);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const { closedAt = 0, late = [] } = (await findDigest(table, digest)) ?? {};
    const missing = ids.filter((id) => !late.includes(id));
    if (closedAt < Number.POSITIVE_INFINITY) return missing;
    const listed = [...late, ...missing].slice(0, LATE_MAX + 1);
    if (listed.length === late.length) return [];
    const before = { closedAt: undefined, late: late.join(' ') || undefined };
    const changes = { late: listed.join(' ') } satisfies WrittenFrom<typeof DIGEST_ATTRIBUTES>;
    if (await ifConditionHolds(table.update(updateIf(key, before, changes)))) return [];
  }
  throw new Error('other functions keep changing the digest');
}

const ttlFrom = (nowMs: number): number => Math.floor(nowMs / 1_000) + KEPT_S;
