import { deleteKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { deletableKey } from '../../shared/storage/workspaces/keys.ts';

export const createHandler = serve(deleteKey, async ({ params, authenticate }, { keys }) => {
  const { key } = await authenticate({ key: deletableKey(params.id) });
  await keys.delete(key);
  return {};
});

export const handler = operationFromEnvironment(createHandler);
