import { MEMBERS_PER_WORKSPACE_MAX } from '../../contract/limits.ts';
import { addAll, onlyIf, PRESENT } from '../table/expressions.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import type { TransactionWrite } from '../table/table.ts';

/** Attributes that a count writes, or reads in its condition. */
export const MEMBER_COUNT_ATTRIBUTES = ['memberCount', 'ownerCount', 'keyCount'] as const;

/**
 * Counts members and owners in a transaction, which fails when a workspace is full, closed or gone, or for its last
 * owner. Workspaces from before there were members have no counters of them; closed ones have no `keyCount`.
 */
export function countMembers(
  workspaceId: string,
  { members, owners }: { members: number; owners: number },
): TransactionWrite {
  const condition =
    owners < 0
      ? { ConditionExpression: 'ownerCount > :one', ExpressionAttributeValues: { ':one': 1 } }
      : members > 0
        ? {
            ConditionExpression:
              'attribute_exists(keyCount) AND (attribute_not_exists(memberCount) OR memberCount < :quota)',
            ExpressionAttributeValues: { ':quota': MEMBERS_PER_WORKSPACE_MAX },
          }
        : PRESENT;
  return {
    Update: onlyIf(condition, {
      Key: workspaceKey(workspaceId),
      ...addAll({ memberCount: members, ownerCount: owners }),
    }),
  };
}
