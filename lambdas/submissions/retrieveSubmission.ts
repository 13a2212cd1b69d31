import { retrieveSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { submissionOf } from '../../shared/storage/submissions/submissions.ts';

export const createHandler = serve(retrieveSubmission, async ({ params: { endpointId, id }, authenticate }) => {
  const { submission } = await authenticate({
    endpoint: ownedEndpoint(endpointId),
    submission: submissionOf(endpointId, id),
  });
  return submission;
});

export const handler = operationFromEnvironment(createHandler);
