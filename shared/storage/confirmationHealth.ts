import { confirmationHourKey, confirmationStopKey } from './confirmationKeys.ts';
import { addAll, between, setAll } from './expressions.ts';
import type { Lookup } from './lookup.ts';
import type { Item, TableAccess } from './table.ts';

/** Shares of bounces and complaints at which Amazon SES reviews an account. */
export const SHARES_MAX = { bounced: 0.05, complained: 0.001 } as const;
/** Below these numbers, a share means nothing. */
const COUNT_MIN = { bounced: 5, complained: 2 } as const;

const COUNTS = ['sent', 'bounced', 'complained'] as const;
type Count = (typeof COUNTS)[number];
export type Returned = keyof typeof SHARES_MAX;

export const CONFIRMATION_COUNT_ATTRIBUTES: readonly string[] = [...COUNTS, 'ttl'];

const HOUR_MS = 3_600_000;
/** Hours over which shares are computed, and for which confirmations stop. */
const HOURS = 24;
const KEPT_S = 2 * 86_400;

/**
 * Counts a confirmation that bounced or was reported as spam. Confirmations stop for a day when too many of the last 24
 * hours did.
 * @returns whether this one stops them
 */
export async function addReturnedConfirmation(
  table: Pick<TableAccess, 'update' | 'query' | 'put'>,
  how: Returned,
): Promise<boolean> {
  await addCount(table, how, 1, Date.now());
  const [from, to] = [HOURS, 0].map((hours) => confirmationHourKey(hourOf(Date.now() - hours * HOUR_MS)));
  const { Items = [] } = await table.query(between(String(to?.PK), [String(from?.SK), String(to?.SK)]));
  const sumOf = (name: Count) => Items.reduce((sum: number, item: Item) => sum + Number(item[name] ?? 0), 0);
  const isTooMany = sumOf(how) >= COUNT_MIN[how] && sumOf(how) >= SHARES_MAX[how] * sumOf('sent');
  if (isTooMany) await table.put({ ...confirmationStopKey(), until: Date.now() + HOURS * HOUR_MS }, {});
  return isTooMany;
}

/** The end of a stop of all confirmations, in milliseconds since 1970; undefined while they are sent. */
export const confirmationStop = (nowMs: number): Lookup<number | undefined> => ({
  keys: [confirmationStopKey()],
  from: ([stop]) => (Number(stop?.until ?? 0) > nowMs ? Number(stop?.until) : undefined),
});

export const addSentConfirmations = (table: Pick<TableAccess, 'update'>, count: number): Promise<void> =>
  addCount(table, 'sent', count, Date.now());

async function addCount(table: Pick<TableAccess, 'update'>, name: Count, count: number, now: number): Promise<void> {
  const added = addAll({ [name]: count });
  const expiring = setAll({ ttl: Math.floor(now / 1_000) + KEPT_S });
  await table.update({
    Key: confirmationHourKey(hourOf(now)),
    UpdateExpression: `${added.UpdateExpression} ${expiring.UpdateExpression}`,
    ExpressionAttributeNames: { ...added.ExpressionAttributeNames, ...expiring.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...added.ExpressionAttributeValues, ...expiring.ExpressionAttributeValues },
    ReturnValues: 'NONE',
  });
}

const hourOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
