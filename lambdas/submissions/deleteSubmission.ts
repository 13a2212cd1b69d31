import { deleteSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints.ts';

export const createHandler = serve(deleteSubmission, async ({ params, authenticate }, { submissions }) => {
  const { endpoint } = await authenticate({ endpoint: ownedEndpoint(params.endpointId) });
  await submissions.delete(endpoint.id, params.id);
  return {};
});

export const handler = operationFromEnvironment(createHandler);
