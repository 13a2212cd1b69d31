import { deleteKey } from '../../shared/contract/operations/keys.ts';
import { serve } from '../../shared/http/serve.ts';
import { keyNotFound } from '../../shared/storage/keys.ts';

export const handler = serve(deleteKey, async ({ params, caller }, { keys }) => {
  const [{ workspaceId }, key] = await Promise.all([caller, keys.find(params.id)]);
  if (key?.workspaceId !== workspaceId) throw keyNotFound();
  await keys.delete(key);
  return {};
});
