import { hasValues } from '../table/expressions.ts';
import { slugKey } from '../table/itemKeys.ts';
import type { TransactionWrite } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import type { StoredEndpoint } from './storedEndpoint.ts';

/** Attributes of a claimed slug. */
export const SLUG_ATTRIBUTES = ['endpointId'] as const;

/** A retry of the same claim for the same endpoint also succeeds. */
export const claimSlug = (
  { workspaceId, id }: Pick<StoredEndpoint, 'id' | 'workspaceId'>,
  slug: string,
): TransactionWrite => ({
  Put: {
    Item: { ...slugKey(workspaceId, slug), ...({ endpointId: id } satisfies WrittenFrom<typeof SLUG_ATTRIBUTES>) },
    ConditionExpression: 'attribute_not_exists(PK) OR endpointId = :endpointId',
    ExpressionAttributeValues: { ':endpointId': id },
  },
});

export const releaseSlug = ({
  workspaceId,
  slug,
  id,
}: Pick<StoredEndpoint, 'id' | 'workspaceId' | 'slug'>): TransactionWrite[] =>
  slug === '' ? [] : [{ Delete: { Key: slugKey(workspaceId, slug), ...hasValues({ endpointId: id }) } }];
