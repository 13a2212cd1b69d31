import { PRESENT } from '../table/expressions.ts';
import { endpointKey } from '../table/itemKeys.ts';
import type { TableAccess, TransactionWrite } from '../table/table.ts';

export const endpointExists = async (table: Pick<TableAccess, 'get'>, endpointId: string): Promise<boolean> =>
  (await table.get(endpointKey(endpointId), ['PK'])) !== undefined;

export const endpointMustExist = (endpointId: string): TransactionWrite => ({
  ConditionCheck: { Key: endpointKey(endpointId), ...PRESENT },
});
