import { listKeys } from '../../shared/contract/operations/keys.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownKey } from '../../shared/storage/workspaces/storedKey.ts';

export const createHandler = serve(listKeys, async ({ query, authenticate }, { keys }) => {
  const { caller } = await authenticate();
  const { items, ...part } = await keys.list(caller, query);
  return { _metadata: pageMetadata(query, part), keys: items.map(shownKey) };
});

export const handler = operationFromEnvironment(createHandler);
