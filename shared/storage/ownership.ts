import type { ApiError } from '../contract/errors.ts';
import type { ItemKey } from './itemKeys.ts';
import type { Condition } from './table.ts';

/** Whose something is: a caller, an endpoint, a key. */
export interface Owned {
  workspaceId: string;
}

/**
 * What was found, if it belongs to the owner's workspace. Takes promises, so that a read goes out beside the one that
 * authenticates the caller.
 * @throws what `notFound` makes, for what does not exist and for what belongs to another workspace alike
 */
export async function requireOwned<T extends Owned>(
  found: Promise<T | undefined>,
  owner: Owned | Promise<Owned>,
  notFound: () => ApiError,
): Promise<T> {
  const [item, { workspaceId }] = await Promise.all([found, owner]);
  if (item?.workspaceId !== workspaceId) throw notFound();
  return item;
}

/** A write with the condition that its item belongs to the workspace, besides a condition of its own. */
export function ifOwned<Write extends Condition & { Key: ItemKey }>({ workspaceId }: Owned, write: Write) {
  const condition = 'workspaceId = :workspaceId';
  const { ConditionExpression: own, ExpressionAttributeValues: values } = write;
  return {
    ...write,
    ConditionExpression: own === undefined ? condition : `(${own}) AND ${condition}`,
    ExpressionAttributeValues: { ...values, ':workspaceId': workspaceId },
  };
}
