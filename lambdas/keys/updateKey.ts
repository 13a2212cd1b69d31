import { updateKey } from '../../shared/contract/operations/keys.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireNotBeyond } from '../../shared/storage/keys.ts';

export const handler = serve(updateKey, async ({ params, body, caller }, { keys }) => {
  const { workspaceId, expiresAt } = await caller;
  requireNotBeyond(expiresAt, body);
  return keys.update(workspaceId, params.id, body);
});
