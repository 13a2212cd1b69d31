import { digestKey } from './deliveryKeys.ts';
import { ABSENT, inPartition, updateIf } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import type { TableAccess } from './table.ts';
import type { WrittenFrom } from './written.ts';

/** Longer than the stream (1 day), queue (3 days) and dead-letter queue (14 days) can redeliver a digest's message. */
const KEPT_S = 30 * 86_400;

/** What `closeDigest` writes. */
export const DIGEST_ATTRIBUTES = ['closedAt', 'endpointId', 'ttl'] as const;

interface DigestName {
  id: string;
  endpointId: string;
}

/** When a digest was closed, in milliseconds since 1970; infinity while open; undefined if there is none. */
export async function digestClosedAt(table: Pick<TableAccess, 'get'>, { id, endpointId }: DigestName) {
  const record = await table.get(digestKey(endpointId, id));
  return record && Number(record.closedAt ?? Number.POSITIVE_INFINITY);
}

/** The ids of a period's digests that are still open. @param id of the period's first digest, with which the others begin */
export async function openDigestsOf(
  table: Pick<TableAccess, 'query'>,
  { id, endpointId }: DigestName,
): Promise<string[]> {
  const { PK, SK } = digestKey(endpointId, id);
  const { Items: items = [] } = await table.query(inPartition(PK, SK));
  return items
    .filter(({ closedAt }) => closedAt === undefined)
    .map((item) => String(item.SK).slice(SK.length - id.length));
}

/** Records a digest as open. @returns whether it is new */
export const openDigest = (table: Pick<TableAccess, 'put'>, { id, endpointId }: DigestName, nowMs: number) =>
  ifConditionHolds(table.put({ ...digestKey(endpointId, id), endpointId, ttl: ttlFrom(nowMs) }, ABSENT));

export const closeDigest = (table: Pick<TableAccess, 'update'>, { id, endpointId }: DigestName, nowMs: number) => {
  const changes = { closedAt: nowMs, endpointId, ttl: ttlFrom(nowMs) } satisfies WrittenFrom<typeof DIGEST_ATTRIBUTES>;
  return ifConditionHolds(table.update(updateIf(digestKey(endpointId, id), { closedAt: undefined }, changes)));
};

const ttlFrom = (nowMs: number): number => Math.floor(nowMs / 1_000) + KEPT_S;
