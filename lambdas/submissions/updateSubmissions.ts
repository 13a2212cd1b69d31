import { updateSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { forEachId } from '../../shared/storage/bulk.ts';

export const createHandler = serve(updateSubmissions, async ({ params, body, caller }, { endpoints, submissions }) => {
  const endpoint = await endpoints.findOwned(params.endpointId, caller);
  const { ids, ...flags } = body;
  return { results: await forEachId(ids, 'updated', (id) => submissions.update(endpoint.id, id, flags)) };
});

export const handler = operationFromEnvironment(createHandler);
