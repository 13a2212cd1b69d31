import { serve } from '../../shared/http/serve.ts';
import { listEndpoints } from '../../shared/operations/endpoints.ts';
import { shownEndpoint } from '../../shared/repositories/endpoints.ts';
import { pageMetadata } from '../../shared/schemas/common.ts';

export const handler = serve(listEndpoints, async ({ query, caller }, { endpoints, siteUrl }) => {
  const { workspaceId } = await caller;
  const { items, totalPages } = await endpoints.list(workspaceId, query);
  return {
    _metadata: pageMetadata(query, totalPages),
    endpoints: items.map((endpoint) => shownEndpoint(endpoint, siteUrl)),
  };
});
