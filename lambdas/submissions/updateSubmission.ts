import { updateSubmission } from '../../shared/contract/operations/submissions.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned } from '../../shared/storage/endpoints.ts';

export const handler = serve(updateSubmission, async ({ params, body, caller }, { endpoints, submissions }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.endpointId)]);
  const { id } = requireOwned(endpoint, workspaceId);
  return submissions.update(id, params.id, body);
});
