import type { QuotaName } from '../../../shared/storage/counters/quotas.ts';
import { workspaceKey } from '../../../shared/storage/table/itemKeys.ts';
import { sharedTable } from './service.ts';

export const countOf = async (workspaceId: string, counted: QuotaName): Promise<unknown> =>
  (await sharedTable().get(workspaceKey(workspaceId)))?.[counted];

export async function setCount(workspaceId: string, counted: QuotaName, count: number): Promise<void> {
  await sharedTable().update({
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'SET #counted = :count',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':count': count },
  });
}
