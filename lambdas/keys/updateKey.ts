import { serve } from '../../shared/http/serve.ts';
import { updateKey } from '../../shared/operations/keys.ts';
import { requireNotBeyond } from '../../shared/repositories/keys.ts';

export const handler = serve(updateKey, async ({ params, body, caller }, { keys }) => {
  const { workspaceId, expiresAt } = await caller;
  requireNotBeyond(expiresAt, body);
  return keys.update(workspaceId, params.id, body);
});
