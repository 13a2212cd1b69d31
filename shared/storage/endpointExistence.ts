import { PRESENT } from './expressions.ts';
import { endpointKey } from './itemKeys.ts';
import type { TableAccess, TransactionWrite } from './table.ts';

/** Whether there is such an endpoint at this moment. */
export const endpointExists = async (table: Pick<TableAccess, 'get'>, endpointId: string): Promise<boolean> =>
  (await table.get(endpointKey(endpointId), 'PK')) !== undefined;

/** Part of a transaction that fails when the endpoint is gone. */
export const endpointMustExist = (endpointId: string): TransactionWrite => ({
  ConditionCheck: { Key: endpointKey(endpointId), ...PRESENT },
});
