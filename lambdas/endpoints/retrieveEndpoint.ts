import { retrieveEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned, shownEndpoint } from '../../shared/storage/endpoints.ts';

export const handler = serve(retrieveEndpoint, async ({ params, caller }, { endpoints, siteUrl }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.id)]);
  return shownEndpoint(requireOwned(endpoint, workspaceId), siteUrl);
});
