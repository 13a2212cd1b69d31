import { deleteSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

export const createHandler = serve(deleteSubmission, async ({ params, caller }, { endpoints, submissions }) => {
  const endpoint = await endpoints.findOwned(params.endpointId, caller);
  await submissions.delete(endpoint.id, params.id);
  return {};
});

export const handler = operationFromEnvironment(createHandler);
