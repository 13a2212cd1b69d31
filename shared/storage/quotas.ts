import { ENDPOINTS_PER_WORKSPACE_MAX, KEYS_PER_WORKSPACE_MAX } from '../contract/limits.ts';
import { PRESENT } from './expressions.ts';
import { workspaceKey } from './itemKeys.ts';
import type { TransactionWrite } from './table.ts';

/** What a workspace counts, and how many of each it may hold. */
const QUOTAS = {
  endpointCount: ENDPOINTS_PER_WORKSPACE_MAX,
  keyCount: KEYS_PER_WORKSPACE_MAX,
} as const;
export type Counted = keyof typeof QUOTAS;

/** Part of a transaction that adds something: counts it, and fails when the workspace is full, closed or gone. */
export const countOneMore = (workspaceId: string, counted: Counted): TransactionWrite => ({
  Update: {
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'SET #counted = #counted + :one',
    ConditionExpression: '#counted < :quota',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':one': 1, ':quota': QUOTAS[counted] },
  },
});

/** Removes a workspace's counters. The workspace is closed then: nothing can be added to it any more. */
export const closeCounts = (workspaceId: string) => ({
  Key: workspaceKey(workspaceId),
  UpdateExpression: `REMOVE ${Object.keys(QUOTAS).join(', ')}`,
  ...PRESENT,
});

/** Part of a transaction that removes something under a condition, so that it is counted once. */
export const countOneLess = (workspaceId: string, counted: Counted): TransactionWrite => ({
  Update: {
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'SET #counted = #counted - :one',
    ConditionExpression: '#counted > :zero',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
  },
});
