import { PRESENT } from './expressions.ts';
import { endpointKey } from './itemKeys.ts';
import type { TableAccess, TransactionWrite } from './table.ts';

/** Whether there is such an endpoint at this moment. */
export const endpointExists = async (table: Pick<TableAccess, 'get'>, endpointId: string): Promise<boolean> =>
  (await table.get(endpointKey(endpointId), 'PK')) !== undefined;

/**
 * How many webhooks endpoints have, each read at most once: undefined for an endpoint that does not exist.
 * Costs what asking for its existence does.
 */
export function webhookCounts(table: Pick<TableAccess, 'get'>) {
  const read = new Map<string, Promise<number | undefined>>();
  return (endpointId: string): Promise<number | undefined> => {
    const count = read.get(endpointId) ?? readCount(table, endpointId);
    read.set(endpointId, count);
    count.catch(() => read.delete(endpointId));
    return count;
  };
}

async function readCount(table: Pick<TableAccess, 'get'>, endpointId: string): Promise<number | undefined> {
  const item = await table.get(endpointKey(endpointId), 'PK, webhookCount');
  return item && Number(item.webhookCount ?? 0);
}

/** Part of a transaction that fails when the endpoint is gone. */
export const endpointMustExist = (endpointId: string): TransactionWrite => ({
  ConditionCheck: { Key: endpointKey(endpointId), ...PRESENT },
});
