import { KEY_SECRET_HEADER } from '../../shared/contract/headers.ts';
import { createKey } from '../../shared/contract/operations/keys.ts';
import { createOnce } from '../../shared/http/createOnce.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireListed } from '../../shared/storage/endpoints/requireListed.ts';
import { madeBy, requireNotBeyond } from '../../shared/storage/workspaces/keys.ts';
import { type StoredKey, shownKey } from '../../shared/storage/workspaces/storedKey.ts';

/** A new key has at most its creator's permissions and expires no later. */
export const createHandler = serve(createKey, async ({ body, authenticate, ...request }, { keys, table }) => {
  const { caller } = await authenticate();
  return createOnce(createKey, request, { table, caller }, async (recordOf) => {
    requireNotBeyond(caller.expiresAt, body);
    const { permission, ...fields } = madeBy(caller, body);
    if (body.endpointIds && !caller.narrowing?.endpointIds)
      await requireListed(table, caller.workspaceId, body.endpointIds);
    const record = (key: StoredKey) => recordOf(shownKey(key));
    const { key, secret } = await keys.create(caller.workspaceId, fields, permission, record);
    return new CustomResponse(shownKey(key), { headers: { [KEY_SECRET_HEADER]: secret } });
  });
});

export const handler = operationFromEnvironment(createHandler);
