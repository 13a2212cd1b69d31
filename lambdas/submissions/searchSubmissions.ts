import { searchSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { SubmissionSearch } from '../../shared/search/submissionSearch.ts';
import { KeyShare } from '../../shared/storage/keyShares.ts';

export const createHandler = serve(
  searchSubmissions,
  async ({ params, query, caller, keyId }, { endpoints, table }) => {
    const search = new SubmissionSearch(table);
    const share = new KeyShare(table, keyId, 'searched');
    const [endpoint, head] = await Promise.all([
      endpoints.findOwned(params.endpointId, caller),
      search.head(params.endpointId),
      share.requireRoom(),
    ]);
    const result = await search.search({ endpointId: endpoint.id, query, head });
    await share.charge(result._metadata.examined);
    return result;
  },
);

export const handler = operationFromEnvironment(createHandler);
