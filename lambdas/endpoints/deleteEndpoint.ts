import { deleteEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

/** The table's stream carries the removal on to the submissions: see indexSubmissions. */
export const createHandler = serve(deleteEndpoint, async ({ params, caller }, { endpoints }) => {
  await endpoints.delete(await endpoints.findOwned(params.id, caller));
  return {};
});

export const handler = operationFromEnvironment(createHandler);
