import { verifyKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { identityOf, isWellFormedSecret, sameHash } from '../../shared/storage/workspaces/keySecret.ts';
import { isUnexpired, keyNotFound, ownedKey } from '../../shared/storage/workspaces/keys.ts';
import { shownKey } from '../../shared/storage/workspaces/storedKey.ts';

export const createHandler = serve(verifyKey, async ({ body, authenticate }) => {
  const asked = isWellFormedSecret(body.key) ? identityOf(body.key) : { id: body.key };
  const { key } = await authenticate({ key: ownedKey(asked.id, ['key', 'session']) });
  const matches = !('hash' in asked) || sameHash(key.secretHash, asked.hash);
  if (!matches || !isUnexpired(key, new Date())) throw keyNotFound();
  return shownKey(key);
});

export const handler = operationFromEnvironment(createHandler);
