import { retrieveEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownEndpoint } from '../../shared/storage/endpoints.ts';

export const createHandler = serve(retrieveEndpoint, async ({ params, caller }, { endpoints, siteUrl }) =>
  shownEndpoint(await endpoints.findOwned(params.id, caller), siteUrl),
);

export const handler = operationFromEnvironment(createHandler);
