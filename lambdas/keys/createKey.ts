import { Reply } from '../../shared/http/exchange.ts';
import { KEY_SECRET_HEADER } from '../../shared/http/headers.ts';
import { serve } from '../../shared/http/serve.ts';
import { createKey } from '../../shared/operations/keys.ts';

/** A new key may do what its maker may, no more. */
export const handler = serve(createKey, async ({ body, caller }, { keys }) => {
  const { workspaceId, permission } = await caller;
  const { key, secret } = await keys.create(workspaceId, body, permission);
  return new Reply(key, { headers: { [KEY_SECRET_HEADER]: secret } });
});
