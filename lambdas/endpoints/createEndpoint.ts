import { serve } from '../../shared/http/serve.ts';
import { createEndpoint } from '../../shared/operations/endpoints.ts';
import { shownEndpoint } from '../../shared/repositories/endpoints.ts';

export const handler = serve(createEndpoint, async ({ body, caller }, { endpoints, siteUrl }) => {
  const { workspaceId } = await caller;
  return shownEndpoint(await endpoints.create(workspaceId, body), siteUrl);
});
