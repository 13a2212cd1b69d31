import { searchSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { indexHead } from '../../shared/pageIndex/store.ts';
import { SubmissionSearch } from '../../shared/search/submissionSearch.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints.ts';
import { KeyShare } from '../../shared/storage/keyShares.ts';

export const createHandler = serve(searchSubmissions, async ({ params, query, authenticate, keyId }, { table }) => {
  const share = new KeyShare(table, keyId, 'searched');
  const { endpoint, head } = await authenticate({
    room: share.room,
    endpoint: ownedEndpoint(params.endpointId),
    head: indexHead(params.endpointId),
  });
  const result = await new SubmissionSearch(table).search({ endpointId: endpoint.id, query, head });
  await share.charge(result._metadata.examined);
  return result;
});

export const handler = operationFromEnvironment(createHandler);
