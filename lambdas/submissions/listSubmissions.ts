import { listSubmissions } from '../../shared/contract/operations/submissions.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwned } from '../../shared/storage/endpoints.ts';

export const handler = serve(listSubmissions, async ({ params, query, caller }, { endpoints, submissionPages }) => {
  const [{ workspaceId }, endpoint, head] = await Promise.all([
    caller,
    endpoints.find(params.endpointId),
    submissionPages.head(params.endpointId),
  ]);
  const { id } = requireOwned(endpoint, workspaceId);
  const { items, totalPages } = await submissionPages.read(id, query, head);
  return { _metadata: pageMetadata(query, totalPages), submissions: items };
});
