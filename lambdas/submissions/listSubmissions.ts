import { listSubmissions } from '../../shared/contract/operations/submissions.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { indexHead } from '../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../shared/pageIndex/submissionListPages.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { keptFrom } from '../../shared/storage/endpoints/keeping.ts';

export const createHandler = serve(listSubmissions, async ({ params, query, authenticate }, { table }) => {
  const { endpoint, head } = await authenticate({
    endpoint: ownedEndpoint(params.endpointId),
    head: indexHead(params.endpointId),
  });
  const { items, ...part } = await new SubmissionListPages(table, keptFrom(endpoint, Date.now())).read(
    endpoint.id,
    query,
    head,
  );
  return { _metadata: pageMetadata(query, part), submissions: items };
});

export const handler = operationFromEnvironment(createHandler);
