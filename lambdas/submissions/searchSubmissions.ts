import { searchSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { indexHead } from '../../shared/pageIndex/store.ts';
import { SubmissionSearch } from '../../shared/search/submissionSearch.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { keptFrom } from '../../shared/storage/endpoints/keeping.ts';
import { KeyShare } from '../../shared/storage/workspaces/keyShares.ts';

/** A filter of words has 16 kB for 1,024 submissions: 16 bytes each, while an ordinary submission has 500 to 1,000. */
const SKIMMED_PER_EXAMINED = 32;

export const createHandler = serve(searchSubmissions, async ({ params, query, authenticate, keyId }, { table }) => {
  const share = new KeyShare(table, keyId, 'searched');
  const { endpoint, head } = await authenticate({
    room: share.room,
    endpoint: ownedEndpoint(params.endpointId),
    head: indexHead(params.endpointId),
  });
  const search = new SubmissionSearch(table);
  const result = await search.search({ endpointId: endpoint.id, query, head, kept: keptFrom(endpoint, Date.now()) });
  await share.charge(result._metadata.examined + Math.ceil(search.skimmed / SKIMMED_PER_EXAMINED));
  return result;
});

export const handler = operationFromEnvironment(createHandler);
