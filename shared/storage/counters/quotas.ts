import { ApiError } from '../../contract/errors.ts';
import {
  ENDPOINTS_PER_WORKSPACE_MAX,
  KEYS_PER_WORKSPACE_MAX,
  MEMBERS_PER_WORKSPACE_MAX,
} from '../../contract/limits.ts';
import { PRESENT } from '../table/expressions.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import type { ItemKey } from '../table/partitions.ts';
import type { TransactionWrite } from '../table/table.ts';

const QUOTAS = {
  endpointCount: ENDPOINTS_PER_WORKSPACE_MAX,
  keyCount: KEYS_PER_WORKSPACE_MAX,
  memberCount: MEMBERS_PER_WORKSPACE_MAX,
} as const;
export type QuotaName = keyof typeof QUOTAS;
/** Webhooks are counted in their endpoint, from 0; in a workspace, a missing counter means that it is closed. */
export type CountName = QuotaName | 'webhookCount';
const NOUNS: Record<QuotaName, string> = { endpointCount: 'endpoints', keyCount: 'keys', memberCount: 'members' };

export const quotaReached = (counted: QuotaName, cause: unknown): ApiError =>
  new ApiError(
    'USAGE_EXCEEDED',
    `The workspace has reached its limit of ${QUOTAS[counted].toLocaleString('en')} ${NOUNS[counted]}.`,
    { cause },
  );

/** Counts an addition in a transaction, which fails when the workspace is full, closed or gone. */
export const countOneMore = (workspaceId: string, counted: QuotaName): TransactionWrite => ({
  Update: {
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'SET #counted = #counted + :one',
    ConditionExpression: '#counted < :quota',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':one': 1, ':quota': QUOTAS[counted] },
  },
});

/** Closes a workspace by removing its counters: nothing can be added to it any more. */
export const closingUpdate = (workspaceId: string) => ({
  Key: workspaceKey(workspaceId),
  UpdateExpression: `REMOVE ${Object.keys(QUOTAS).join(', ')}`,
  ...PRESENT,
});

/** Counts a removal in a transaction; the condition ensures that it is counted once. */
export const countOneLess = (Key: ItemKey, counted: CountName): TransactionWrite => ({
  Update: {
    Key,
    UpdateExpression: 'SET #counted = #counted - :one',
    ConditionExpression: '#counted > :zero',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
  },
});
