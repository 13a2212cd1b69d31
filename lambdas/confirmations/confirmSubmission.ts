import { confirmSubmission } from '../../shared/contract/operations/confirmations.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { PendingSubmissions } from '../../shared/storage/confirmations/pendingSubmissions.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { requireKept, submissionNotFound } from '../../shared/storage/submissions/submissions.ts';

export const createHandler = serve(
  confirmSubmission,
  async ({ params: { endpointId, id }, authenticate }, { submissions, table }) => {
    const { endpoint } = await authenticate({ endpoint: ownedEndpoint(endpointId) });
    requireKept(endpoint, id);
    await new PendingSubmissions(table).confirm(endpoint.id, id);
    const submission = await submissions.find(endpoint.id, id);
    if (!submission) throw submissionNotFound();
    return submission;
  },
);

export const handler = operationFromEnvironment(createHandler);
