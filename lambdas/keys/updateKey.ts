import { serve } from '../../shared/http/serve.ts';
import { updateKey } from '../../shared/operations/keys.ts';

export const handler = serve(updateKey, async ({ params, body, caller }, { keys }) => {
  const { workspaceId } = await caller;
  return keys.update(workspaceId, params.id, body);
});
