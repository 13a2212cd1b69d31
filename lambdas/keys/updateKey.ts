import { updateKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireNotBeyond } from '../../shared/storage/workspaces/keys.ts';
import { shownKey } from '../../shared/storage/workspaces/storedKey.ts';

export const createHandler = serve(updateKey, async ({ params, body, authenticate }, { keys }) => {
  const { caller } = await authenticate();
  requireNotBeyond(caller.expiresAt, body);
  // A key's narrowing never changes.
  if (caller.narrowing) await keys.requireSeen(params.id, caller);
  return shownKey(await keys.update(caller.workspaceId, params.id, body));
});

export const handler = operationFromEnvironment(createHandler);
