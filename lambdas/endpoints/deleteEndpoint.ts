import { deleteEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

/** indexSubmissions sees the removal in the table's stream and has the submissions removed. */
export const createHandler = serve(deleteEndpoint, async ({ params, caller }, { endpoints }) => {
  await endpoints.delete(await endpoints.findOwned(params.id, caller));
  return {};
});

export const handler = operationFromEnvironment(createHandler);
