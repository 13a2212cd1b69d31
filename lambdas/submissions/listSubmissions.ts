import { listSubmissions } from '../../shared/contract/operations/submissions.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { SubmissionListPages } from '../../shared/pageIndex/submissionListPages.ts';

export const createHandler = serve(listSubmissions, async ({ params, query, caller }, { endpoints, table }) => {
  const submissionPages = new SubmissionListPages(table);
  const [endpoint, head] = await Promise.all([
    endpoints.findOwned(params.endpointId, caller),
    submissionPages.head(params.endpointId),
  ]);
  const { items, totalPages } = await submissionPages.read(endpoint.id, query, head);
  return { _metadata: pageMetadata(query, totalPages), submissions: items };
});

export const handler = operationFromEnvironment(createHandler);
