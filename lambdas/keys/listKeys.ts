import { serve } from '../../shared/http/serve.ts';
import { listKeys } from '../../shared/operations/keys.ts';
import { pageMetadata } from '../../shared/schemas/common.ts';

export const handler = serve(listKeys, async ({ query, caller }, { keys }) => {
  const { workspaceId } = await caller;
  const { items, totalPages } = await keys.list(workspaceId, query);
  return { _metadata: pageMetadata(query, totalPages), keys: items };
});
