import { updateSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';

export const createHandler = serve(updateSubmission, async ({ params, body, authenticate }, { submissions }) => {
  const { endpoint } = await authenticate({ endpoint: ownedEndpoint(params.endpointId) });
  return submissions.update(endpoint, params.id, body);
});

export const handler = operationFromEnvironment(createHandler);
