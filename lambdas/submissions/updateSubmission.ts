import { serve } from '../../shared/http/serve.ts';
import { updateSubmission } from '../../shared/operations/submissions.ts';
import { requireOwned } from '../../shared/repositories/endpoints.ts';

export const handler = serve(updateSubmission, async ({ params, body, caller }, { endpoints, submissions }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.endpointId)]);
  const { id } = requireOwned(endpoint, workspaceId);
  return submissions.update(id, params.id, body);
});
