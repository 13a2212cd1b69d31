import { deleteEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned } from '../../shared/storage/endpoints.ts';

/** The table's stream carries the removal on to the submissions: see indexSubmissions. */
export const handler = serve(deleteEndpoint, async ({ params, caller }, { endpoints }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.id)]);
  await endpoints.delete(requireOwned(endpoint, workspaceId));
  return {};
});
