import { serve } from '../../shared/http/serve.ts';
import { deleteKey } from '../../shared/operations/keys.ts';
import { keyNotFound } from '../../shared/repositories/keys.ts';

export const handler = serve(deleteKey, async ({ params, caller }, { keys }) => {
  const [{ workspaceId }, key] = await Promise.all([caller, keys.find(params.id)]);
  if (key?.workspaceId !== workspaceId) throw keyNotFound();
  await keys.delete(key);
  return {};
});
