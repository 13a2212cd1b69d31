import { PRESENT } from './expressions.ts';
import { endpointKey } from './itemKeys.ts';
import type { TableAccess, TransactionWrite } from './table.ts';

export const endpointExists = async (table: Pick<TableAccess, 'get'>, endpointId: string): Promise<boolean> =>
  (await table.get(endpointKey(endpointId), 'PK')) !== undefined;

export const endpointMustExist = (endpointId: string): TransactionWrite => ({
  ConditionCheck: { Key: endpointKey(endpointId), ...PRESENT },
});
