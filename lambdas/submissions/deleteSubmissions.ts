import { deleteSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { forEachId } from '../../shared/storage/bulk.ts';

export const createHandler = serve(deleteSubmissions, async ({ params, body, caller }, { endpoints, submissions }) => {
  const endpoint = await endpoints.findOwned(params.endpointId, caller);
  return { results: await forEachId(body.ids, 'deleted', (id) => submissions.delete(endpoint.id, id)) };
});

export const handler = operationFromEnvironment(createHandler);
