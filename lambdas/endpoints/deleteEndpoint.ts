import { deleteEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { deletableEndpoint } from '../../shared/storage/endpoints/endpoints.ts';

/** indexSubmissions sees the removal in the table's stream and has the submissions removed. */
export const createHandler = serve(deleteEndpoint, async ({ params, authenticate }, { endpoints }) => {
  const { endpoint } = await authenticate({ endpoint: deletableEndpoint(params.id) });
  await endpoints.delete(endpoint);
  return {};
});

export const handler = operationFromEnvironment(createHandler);
