import { serve } from '../../shared/http/serve.ts';
import { deleteEndpoint } from '../../shared/operations/endpoints.ts';
import { requireOwned } from '../../shared/repositories/endpoints.ts';

/** The table's stream carries the removal on to the submissions: see indexSubmissions. */
export const handler = serve(deleteEndpoint, async ({ params, caller }, { endpoints }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.id)]);
  await endpoints.delete(requireOwned(endpoint, workspaceId));
  return {};
});
