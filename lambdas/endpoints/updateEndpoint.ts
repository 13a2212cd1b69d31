import { updateEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned, shownEndpoint } from '../../shared/storage/endpoints.ts';

export const handler = serve(updateEndpoint, async ({ params, body, caller }, { endpoints, siteUrl }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.id)]);
  return shownEndpoint(await endpoints.update(requireOwned(endpoint, workspaceId), body), siteUrl);
});
