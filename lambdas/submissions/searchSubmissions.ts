import { searchSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { SubmissionSearch } from '../../shared/search/submissionSearch.ts';

export const createHandler = serve(searchSubmissions, async ({ params, query, caller }, { endpoints, table }) => {
  const search = new SubmissionSearch(table);
  const [endpoint, head] = await Promise.all([
    endpoints.findOwned(params.endpointId, caller),
    search.head(params.endpointId),
  ]);
  return search.search({ endpointId: endpoint.id, query, head });
});

export const handler = operationFromEnvironment(createHandler);
