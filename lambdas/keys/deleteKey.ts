import { deleteKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';

export const createHandler = serve(deleteKey, async ({ params, caller }, { keys }) => {
  await keys.delete(await keys.findOwned(params.id, caller));
  return {};
});

export const handler = operationFromEnvironment(createHandler);
