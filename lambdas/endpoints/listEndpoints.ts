import { listEndpoints } from '../../shared/contract/operations/endpoints.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownEndpoint } from '../../shared/storage/endpoints/storedEndpoint.ts';

export const createHandler = serve(listEndpoints, async ({ query, authenticate }, { endpoints, siteUrl }) => {
  const { caller } = await authenticate();
  const { items, endpointDefaults, ...part } = await endpoints.list(caller, query);
  return {
    _metadata: pageMetadata(query, part),
    endpoints: items.map((endpoint) => shownEndpoint(endpoint, siteUrl)),
    ...(endpointDefaults && { endpointDefaults }),
  };
});

export const handler = operationFromEnvironment(createHandler);
