import { retrieveSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { submissionNotFound } from '../../shared/storage/submissions.ts';

export const createHandler = serve(retrieveSubmission, async ({ params, caller }, { endpoints, submissions }) => {
  const [, submission] = await Promise.all([
    endpoints.findOwned(params.endpointId, caller),
    submissions.find(params.endpointId, params.id),
  ]);
  if (!submission) throw submissionNotFound();
  return submission;
});

export const handler = operationFromEnvironment(createHandler);
