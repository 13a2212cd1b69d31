import { deleteSubmissions } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { forEachId } from '../../shared/storage/table/bulk.ts';
import { KeyShare } from '../../shared/storage/workspaces/keyShares.ts';

export const createHandler = serve(
  deleteSubmissions,
  async ({ params, body, authenticate, keyId }, { submissions, table }) => {
    const share = new KeyShare(table, keyId, 'changed');
    const { endpoint } = await authenticate({ room: share.room, endpoint: ownedEndpoint(params.endpointId) });
    const [results] = await Promise.all([
      forEachId(body.ids, 'deleted', (id) => submissions.delete(endpoint.id, id, endpoint)),
      share.charge(body.ids.length),
    ]);
    return { results };
  },
);

export const handler = operationFromEnvironment(createHandler);
