import { workspaceKey } from '../../shared/storage/itemKeys.ts';
import type { Counted } from '../../shared/storage/quotas.ts';
import { sharedTable } from './service.ts';

/** The recorded number of a workspace's endpoints or keys. */
export const countOf = async (workspaceId: string, counted: Counted): Promise<unknown> =>
  (await sharedTable().get(workspaceKey(workspaceId)))?.[counted];

/** Sets the recorded number. */
export async function setCount(workspaceId: string, counted: Counted, count: number): Promise<void> {
  await sharedTable().update({
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'SET #counted = :count',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':count': count },
  });
}
