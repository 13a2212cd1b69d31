import { retrieveSubmission } from '../../shared/contract/operations/submissions.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned } from '../../shared/storage/endpoints.ts';
import { submissionNotFound } from '../../shared/storage/submissions.ts';

export const handler = serve(retrieveSubmission, async ({ params, caller }, { endpoints, submissions }) => {
  const [{ workspaceId }, endpoint, submission] = await Promise.all([
    caller,
    endpoints.find(params.endpointId),
    submissions.find(params.endpointId, params.id),
  ]);
  requireOwned(endpoint, workspaceId);
  if (!submission) throw submissionNotFound();
  return submission;
});
