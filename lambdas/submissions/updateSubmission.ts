import { updateSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

export const createHandler = serve(updateSubmission, async ({ params, body, caller }, { endpoints, submissions }) => {
  const endpoint = await endpoints.findOwned(params.endpointId, caller);
  return submissions.update(endpoint, params.id, body);
});

export const handler = operationFromEnvironment(createHandler);
