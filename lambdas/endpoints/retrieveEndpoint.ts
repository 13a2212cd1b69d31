import { retrieveEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { shownEndpoint } from '../../shared/storage/endpoints/storedEndpoint.ts';

export const createHandler = serve(retrieveEndpoint, async ({ params, authenticate }, { siteUrl }) => {
  const { endpoint } = await authenticate({ endpoint: ownedEndpoint(params.id) });
  return shownEndpoint(endpoint, siteUrl);
});

export const handler = operationFromEnvironment(createHandler);
