import { serve } from '../../shared/http/serve.ts';
import { updateEndpoint } from '../../shared/operations/endpoints.ts';
import { requireOwned, shownEndpoint } from '../../shared/repositories/endpoints.ts';

export const handler = serve(updateEndpoint, async ({ params, body, caller }, { endpoints, siteUrl }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.id)]);
  return shownEndpoint(await endpoints.update(requireOwned(endpoint, workspaceId), body), siteUrl);
});
