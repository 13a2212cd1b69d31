import { deleteSubmission } from '../../shared/contract/operations/submissions.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned } from '../../shared/storage/endpoints.ts';

export const handler = serve(deleteSubmission, async ({ params, caller }, { endpoints, submissions }) => {
  const [{ workspaceId }, endpoint] = await Promise.all([caller, endpoints.find(params.endpointId)]);
  const { id } = requireOwned(endpoint, workspaceId);
  await submissions.delete(id, params.id);
  return {};
});
