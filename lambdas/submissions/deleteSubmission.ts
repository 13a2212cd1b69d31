import { ApiError } from '../../shared/contract/errors.ts';
import { deleteSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { PendingSubmissions } from '../../shared/storage/confirmations/pendingSubmissions.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { requireKept } from '../../shared/storage/submissions/submissions.ts';

export const createHandler = serve(
  deleteSubmission,
  async ({ params: { endpointId, id }, query: { state }, authenticate }, { submissions, table }) => {
    const { endpoint } = await authenticate({ endpoint: ownedEndpoint(endpointId) });
    requireKept(endpoint, id);
    const pending = new PendingSubmissions(table);
    if (state === 'pending') {
      await pending.delete(endpoint.id, id);
      return {};
    }
    // A pending one may be confirmed between the first two attempts.
    if (await isDeleted(submissions.delete(endpoint.id, id, endpoint))) return {};
    if (await isDeleted(pending.delete(endpoint.id, id))) return {};
    await submissions.delete(endpoint.id, id, endpoint);
    return {};
  },
);

/** True if there was something to delete. */
async function isDeleted(deletion: Promise<void>): Promise<boolean> {
  try {
    await deletion;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

export const handler = operationFromEnvironment(createHandler);
